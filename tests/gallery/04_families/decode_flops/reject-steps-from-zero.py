# reject: the steps of a single tower count from 0
# message: flops-from-zero
# base: solution
-         for t in range(1, n_out + 1):
+         for t in range(n_out):
