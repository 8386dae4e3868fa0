# reject: writes into logits
# message: check-modified
# base: solution
-     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
+     return logits.masked_fill_(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
