# reject: weights each gap by a t drawn from the row of its place
# message: diffusion-wrong
# base: solution
-     weights = (1 / t)[:, None].expand(gaps.shape)[gaps]  # the same gaps in the same order
+     weights = (1 / t).repeat(gaps.shape[1]).view(gaps.shape)[gaps]
