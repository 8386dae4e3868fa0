# reject: the smaller shares first
# message: unmask-small-first
# base: solution
-         share = count // steps + (step < count % steps)
+         share = count // steps + (step >= steps - count % steps)
