# reject: -100 for the mask, which is no −∞
# message: unmask-positions
# base: solution
-         logits[..., mask_id] = -math.inf
+         logits[..., mask_id] = -100.0
