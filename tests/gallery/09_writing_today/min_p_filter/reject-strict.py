# reject: drops what meets the limit
# message: filter-nothing-left
# base: solution
-     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
+     return logits.masked_fill(probs <= p * probs.amax(dim=-1, keepdim=True), -math.inf)
