# reject: the largest of the batch
# message: min-p-batch
# base: solution
-     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
+     return logits.masked_fill(probs < p * probs.max(), -math.inf)
