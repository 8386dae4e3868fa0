# reject: counts that are still 0
# message: flops-nothing-counted
# base: solution
-     if kind != "decoder":  # the encoder's pass
+     if not kind:

-     if kind != "encoder":
+     if not kind:
