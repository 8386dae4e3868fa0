# reject: weighs by the share of gaps that came out, not by t
# message: diffusion-share-of-gaps
# base: solution
-     weights = (1 / t)[:, None].expand(gaps.shape)[gaps]  # the same gaps in the same order
+     share = gaps.float().mean(dim=1).clamp(min=1e-6)
+     weights = (1 / share)[:, None].expand(gaps.shape)[gaps]
