# reject: scales up what is not allowed
# message: constrained-scaled
# base: solution
-     return kept / total
+     return probs / total
