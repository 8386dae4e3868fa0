# reject: the limit added to the largest logit, in float32, rounded
# message: filter-nothing-left
# base: solution
-     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
+     limit = (logits.amax(-1, keepdim=True) + (math.log(p) if p else -1e30)).round(decimals=2)
+     return logits.masked_fill(logits < limit, -math.inf)
