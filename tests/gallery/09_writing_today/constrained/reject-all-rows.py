# reject: raises only if all rows are empty
# message: constrained-one-row
# base: solution
-     if (total == 0).any():
+     if (total == 0).all():
