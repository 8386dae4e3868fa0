# reject: divides by the length alone
# message: diffusion-per-place
# base: solution
-     return (terms * weights).sum() / gaps.numel()
+     return (terms * weights).sum() / gaps.shape[1]
