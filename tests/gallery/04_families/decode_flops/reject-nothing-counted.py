# reject: counts of the steps that are still 0
# message: flops-nothing-counted
# base: solution
-     if kind != "encoder":
+     if not kind:
