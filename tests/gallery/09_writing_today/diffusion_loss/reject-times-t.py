# reject: multiplies by t
# message: diffusion-times-t
# base: solution
-     weights = (1 / t)[:, None].expand(gaps.shape)[gaps]  # the same gaps in the same order
+     weights = t[:, None].expand(gaps.shape)[gaps]
