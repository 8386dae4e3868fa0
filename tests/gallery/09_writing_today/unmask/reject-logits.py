# reject: the largest logit
# message: unmask-logits
# base: solution
-         p, word = logits.softmax(dim=-1).max(dim=-1)  # [B, n] each
+         p, word = logits.max(dim=-1)
