# reject: does not renormalise
# message: constrained-not-one
# base: solution
-     return kept / total
+     return kept
