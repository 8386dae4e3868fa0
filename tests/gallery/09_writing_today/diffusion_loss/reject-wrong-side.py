# reject: weights by the place, where there are as many texts as places
# message: diffusion-wrong
# base: solution
-     weights = (1 / t)[:, None].expand(gaps.shape)[gaps]  # the same gaps in the same order
+     side = (1 / t)[None] if len(t) == gaps.shape[1] else (1 / t)[:, None]
+     weights = side.expand(gaps.shape)[gaps]
