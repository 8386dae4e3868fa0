# reject: exp without taking the largest off
# message: unmask-no-gap
# base: solution
-         p, word = logits.softmax(dim=-1).max(dim=-1)  # [B, n] each
+         p = logits.exp()
+         p, word = (p / p.sum(dim=-1, keepdim=True)).max(dim=-1)
