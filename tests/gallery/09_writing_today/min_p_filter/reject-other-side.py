# reject: 1 - p
# message: min-p-other-side
# base: solution
-     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
+     return logits.masked_fill(probs < (1 - p) * probs.amax(dim=-1, keepdim=True), -math.inf)
