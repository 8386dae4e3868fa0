# reject: forgets 1/t
# message: diffusion-no-weight
# base: solution
-     return (terms * weights).sum() / gaps.numel()
+     return terms.sum() / gaps.numel()
