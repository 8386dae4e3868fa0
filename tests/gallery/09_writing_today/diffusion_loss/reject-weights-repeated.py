# reject: the weights in the wrong order: repeat for repeat_interleave
# message: diffusion-wrong
# base: solution
-     weights = (1 / t)[:, None].expand(gaps.shape)[gaps]  # the same gaps in the same order
+     weights = (1 / t).repeat(gaps.shape[1])[gaps.flatten()]
