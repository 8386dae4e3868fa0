# reject: looks at the first row only
# message: constrained-one-row
# base: solution
-     if (total == 0).any():
+     if total.flatten()[0] == 0:
