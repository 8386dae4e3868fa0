# reject: one gap a step, as many steps as it takes
# message: unmask-one-a-step
# base: solution
-     for step in range(steps):
+     for step in range(int(count.max())):

-         share = count // steps + (step < count % steps)
+         share = 1

-         text = torch.where(rank < share, word, text)
+         text = torch.where((rank < share) & (text == mask_id), word, text)
