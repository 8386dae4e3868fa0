# reject: the rest in the last step
# message: unmask-rest-last
# base: solution
-         share = count // steps + (step < count % steps)
+         share = count // steps if step < steps - 1 else count

-         text = torch.where(rank < share, word, text)
+         text = torch.where((rank < share) & (text == mask_id), word, text)
