# reject: shares as rounded-down sums
# base: solution
-         share = count // steps + (step < count % steps)
+         share = count * (step + 1) // steps - count * step // steps
