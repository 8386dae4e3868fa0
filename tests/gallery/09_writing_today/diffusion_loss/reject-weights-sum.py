# reject: a weighted mean: divides by the sum of the weights
# message: diffusion-weights-sum
# base: solution
-     return (terms * weights).sum() / gaps.numel()
+     return (terms * weights).sum() / weights.sum().clamp(min=1e-9)
