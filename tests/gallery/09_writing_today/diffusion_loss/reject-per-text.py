# reject: divides by the number of texts alone
# message: diffusion-per-text
# base: solution
-     return (terms * weights).sum() / gaps.numel()
+     return (terms * weights).sum() / len(gaps)
