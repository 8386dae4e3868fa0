# reject: the rest is never filled
# message: unmask-rest-lost
# base: solution
-         share = count // steps + (step < count % steps)
+         share = count // steps
