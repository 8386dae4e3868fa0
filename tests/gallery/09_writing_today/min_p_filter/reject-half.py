# reject: computes in float32
# message: check-dtype
# base: solution
-     probs = logits.softmax(dim=-1)
+     logits = logits.float()
+     probs = logits.softmax(dim=-1)

-     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
+     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf).double()
