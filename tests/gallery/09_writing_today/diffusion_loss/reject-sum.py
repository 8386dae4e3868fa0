# reject: does not divide
# message: diffusion-sum
# base: solution
-     return (terms * weights).sum() / gaps.numel()
+     return (terms * weights).sum()
