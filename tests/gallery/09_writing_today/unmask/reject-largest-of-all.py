# reject: takes the largest score of the whole batch off
# message: unmask-ties
# base: solution
-         p, word = logits.softmax(dim=-1).max(dim=-1)  # [B, n] each
+         p = (logits - logits.max()).exp()
+         p, word = (p / p.sum(dim=-1, keepdim=True)).max(dim=-1)
