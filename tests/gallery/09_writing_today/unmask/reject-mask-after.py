# reject: leaves the mask out after the softmax
# message: unmask-mask-in-softmax
# base: solution
-         logits[..., mask_id] = -math.inf
-         p, word = logits.softmax(dim=-1).max(dim=-1)  # [B, n] each
+         p = logits.softmax(dim=-1)
+         p[..., mask_id] = 0
+         p, word = p.max(dim=-1)
