# reject: takes the first t for all texts
# message: diffusion-first-t
# base: solution
-     weights = (1 / t)[:, None].expand(gaps.shape)[gaps]  # the same gaps in the same order
+     weights = 1 / t[0]
