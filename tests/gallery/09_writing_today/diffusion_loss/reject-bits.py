# reject: in bits
# message: diffusion-bits
# base: solution
-     return (terms * weights).sum() / gaps.numel()
+     return (terms * weights).sum() / gaps.numel() / math.log(2)
