# reject: cuts nothing
# message: min-p-nothing
# base: solution
-     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
+     return logits.clone()
