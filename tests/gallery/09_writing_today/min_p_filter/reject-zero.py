# reject: 0 in place of -inf
# message: filter-zero
# base: solution
-     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
+     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), 0.0)
