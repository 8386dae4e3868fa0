# reject: the batch as one text
# message: unmask-wrong
# base: solution
-         rank = waiting.argsort(dim=1, stable=True).argsort(dim=1)  # 0 = first
+         rank = waiting.flatten().argsort(stable=True).argsort().view(ids.shape)

-         share = count // steps + (step < count % steps)
+         total = int(count.sum())
+         share = total // steps + (step < total % steps)
