# reject: the largest of the first row
# message: min-p-first-row
# base: solution
-     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
+     return logits.masked_fill(probs < p * probs[0].max(), -math.inf)
