# reject: returns probabilities
# message: shape-probabilities
# base: solution
-     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
+     return probs.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), 0.0)
