# reject: one sum for the batch
# message: constrained-batch
# base: solution
-     return kept / total
+     return kept / kept.sum()
