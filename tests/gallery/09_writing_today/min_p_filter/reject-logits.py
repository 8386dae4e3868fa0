# reject: p times the largest logit
# message: min-p-logits
# base: solution
-     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
+     return logits.masked_fill(logits < p * logits.amax(-1, keepdim=True), -math.inf)
