# reject: F.normalize, which has a least sum
# message: constrained-epsilon
# base: solution
-     return kept / total
+     return F.normalize(kept, p=1, dim=-1)
