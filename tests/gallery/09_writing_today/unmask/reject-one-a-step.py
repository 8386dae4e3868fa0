# reject: one gap a step
# message: unmask-gap-left
# base: solution
-         share = count // steps + (step < count % steps)
+         share = 1
