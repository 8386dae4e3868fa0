# reject: takes the mean of the weighed terms, NaN without a gap
# message: diffusion-mean-of-gaps
# base: solution
-     return (terms * weights).sum() / gaps.numel()
+     return (terms * weights).mean()
