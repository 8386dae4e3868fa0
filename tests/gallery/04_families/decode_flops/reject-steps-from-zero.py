# reject: the steps of a single tower count from 0
# message: flops-from-zero
# base: solution
-     for t in range(1, steps + 1):
+     for t in range(steps):
