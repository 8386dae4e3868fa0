# reject: the mask may be written
# message: unmask-mask-written
# base: solution
-         logits[..., mask_id] = -math.inf
+         pass
