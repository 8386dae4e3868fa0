# reject: tokens and pairs of the last step alone
# message: flops-assigned
# base: solution
-         tokens += run
-         pairs += run * length
+         tokens, pairs = run, run * length
