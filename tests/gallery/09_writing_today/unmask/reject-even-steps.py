# reject: shares as rounded-down sums
# message: unmask-even-steps
# base: solution
-         share = count // steps + (step < count % steps)
+         share = count * (step + 1) // steps - count * step // steps
