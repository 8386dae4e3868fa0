# reject: keeps the best only
# message: min-p-best
# base: solution
-     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
+     return logits.masked_fill(logits < logits.amax(-1, keepdim=True), -math.inf)
