# reject: adds a small number to the sum
# message: constrained-epsilon
# base: solution
-     return kept / total
+     return kept / (total + 1e-9)
