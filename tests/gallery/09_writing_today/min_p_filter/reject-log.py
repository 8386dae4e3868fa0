# reject: returns log-probabilities
# base: solution
-     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
+     return probs.log().masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
