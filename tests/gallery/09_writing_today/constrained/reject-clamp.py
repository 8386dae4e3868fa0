# reject: a least sum
# message: constrained-epsilon
# base: solution
-     return kept / total
+     return kept / total.clamp(min=1e-12)
