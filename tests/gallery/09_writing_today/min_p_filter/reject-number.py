# reject: a low number
# message: shape-number
# base: solution
-     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
+     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -1e9)
