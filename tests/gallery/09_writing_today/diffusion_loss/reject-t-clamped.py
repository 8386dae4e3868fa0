# reject: does not let t go below 0.001
# message: diffusion-t-clamped
# base: solution
-     weights = (1 / t)[:, None].expand(gaps.shape)[gaps]  # the same gaps in the same order
+     weights = (1 / t.clamp(min=1e-3))[:, None].expand(gaps.shape)[gaps]
