# reject: tokens of the last step alone
# message: flops-assigned
# base: solution
-         tokens += run
+         tokens = run
