# reject: gives the log-probability
# message: diffusion-sign
# base: solution
-     return (terms * weights).sum() / gaps.numel()
+     return -(terms * weights).sum() / gaps.numel()
