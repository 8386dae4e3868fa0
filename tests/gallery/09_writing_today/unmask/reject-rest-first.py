# reject: the whole rest in the first step
# message: unmask-rest-first
# base: solution
-         share = count // steps + (step < count % steps)
+         share = count // steps + (count % steps if step == 0 else 0)
