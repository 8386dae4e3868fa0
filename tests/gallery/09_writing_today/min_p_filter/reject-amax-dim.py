# reject: the maximum over the texts
# message: min-p-dim
# base: solution
-     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
+     return logits.masked_fill(probs < p * probs.amax(dim=0, keepdim=True), -math.inf)
