# reject: a tolerance
# message: min-p-wrong
# base: solution
-     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
+     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True) - 1e-3, -math.inf)
