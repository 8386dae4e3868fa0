# reject: each share rounded up
# message: unmask-shares-up
# base: solution
-         share = count // steps + (step < count % steps)
+         share = (count + steps - 1) // steps

-         text = torch.where(rank < share, word, text)
+         text = torch.where((rank < share) & (text == mask_id), word, text)
