# reject: adds a small number to t
# message: diffusion-t-more
# base: solution
-     weights = (1 / t)[:, None].expand(gaps.shape)[gaps]  # the same gaps in the same order
+     weights = (1 / (t + 1e-4))[:, None].expand(gaps.shape)[gaps]
