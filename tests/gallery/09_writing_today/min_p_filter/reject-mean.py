# reject: p times the mean
# message: min-p-mean
# base: solution
-     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
+     return logits.masked_fill(probs < p * probs.mean(dim=-1, keepdim=True), -math.inf)
