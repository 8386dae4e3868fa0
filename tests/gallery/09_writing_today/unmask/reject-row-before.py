# reject: the row before
# message: unmask-row-before
# base: solution
-         p, word = logits.softmax(dim=-1).max(dim=-1)  # [B, n] each
+         p, word = logits.roll(1, 1).softmax(dim=-1).max(dim=-1)
