# reject: p as a limit of its own
# message: min-p-absolute
# base: solution
-     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
+     return logits.masked_fill(probs < p, -math.inf)
