# reject: fills everything in the first step
# message: unmask-at-once
# base: solution
-         share = count // steps + (step < count % steps)
+         share = count

-         text = torch.where(rank < share, word, text)
+         text = torch.where((rank < share) & (text == mask_id), word, text)
