# reject: returns log-probabilities
# message: filter-log-of-all
# base: solution
-     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
+     return probs.log().masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
