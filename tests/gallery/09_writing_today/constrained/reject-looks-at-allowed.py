# reject: looks for rows without an allowed token only
# message: constrained-zero
# base: solution
-     if (total == 0).any():
+     if not allowed.any(-1).all():
