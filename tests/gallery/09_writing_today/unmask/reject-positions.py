# reject: softmax over the positions
# message: unmask-positions
# base: solution
-         p, word = logits.softmax(dim=-1).max(dim=-1)  # [B, n] each
+         p, word = logits.softmax(dim=1).max(dim=-1)
