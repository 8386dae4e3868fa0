# reject: divides by the number of gaps
# message: diffusion-mean-of-gaps
# base: solution
-     return (terms * weights).sum() / gaps.numel()
+     return (terms * weights).sum() / gaps.sum().clamp(min=1)
