# reject: multiplies by the inverse of the sum
# message: constrained-nan
# base: solution
-     return kept / total
+     return kept * (1 / total)
