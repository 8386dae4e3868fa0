# reject: takes the size of a boolean table
# message: family-abs-of-bool
# base: solution
-     depends = jacobian.abs() > 1e-6 if jacobian.is_floating_point() else jacobian
+     depends = jacobian.abs() > 1e-6
