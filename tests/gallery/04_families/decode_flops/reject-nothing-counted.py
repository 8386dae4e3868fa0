# reject: counts of the steps that are still 0
# message: flops-nothing-counted
# base: solution
-     steps = 0 if kind == "encoder" else n_out
+     steps = 0
