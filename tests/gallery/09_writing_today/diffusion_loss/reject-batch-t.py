# reject: takes the mean t of the batch for all texts
# message: diffusion-batch-t
# base: solution
-     weights = (1 / t)[:, None].expand(gaps.shape)[gaps]  # the same gaps in the same order
+     weights = 1 / t.mean()
