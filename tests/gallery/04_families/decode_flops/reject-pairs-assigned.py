# reject: pairs of the last step alone
# message: flops-assigned
# base: solution
-         pairs += run * length
+         pairs = run * length
