# reject: the largest minus p
# message: min-p-distance
# base: solution
-     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
+     return logits.masked_fill(probs < probs.amax(dim=-1, keepdim=True) - p, -math.inf)
