# reject: one token only at p = 1
# message: min-p-one
# base: solution
-     probs = logits.softmax(dim=-1)
+     if p == 1:
+         one = F.one_hot(logits.argmax(-1), logits.shape[-1]).bool()
+         return logits.masked_fill(~one, -math.inf)
+     probs = logits.softmax(dim=-1)
