# reject: the logarithm of p
# message: check-raised-at
# base: solution
-     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
+     return logits.masked_fill(probs.log() < math.log(p) + probs.log().amax(-1, keepdim=True), -math.inf)
