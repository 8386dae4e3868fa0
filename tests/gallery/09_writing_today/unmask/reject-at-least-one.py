# reject: at least one a step, the rest in the last
# message: unmask-rest-last
# base: solution
-         share = count // steps + (step < count % steps)
+         share = (count // steps).clamp(min=1) if step < steps - 1 else count

-         text = torch.where(rank < share, word, text)
+         text = torch.where((rank < share) & (text == mask_id), word, text)
