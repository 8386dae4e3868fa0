# reject: one gap a step
# base: solution
-         share = count // steps + (step < count % steps)
+         share = 1
