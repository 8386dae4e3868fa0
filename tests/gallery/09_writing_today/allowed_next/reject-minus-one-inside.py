# reject: takes -1 for the last state in the search
# message: next-any-step
# base: solution
-         grown = alive | (alive[steps] & (steps >= 0)).any(dim=1)
+         grown = alive | alive[steps].any(dim=1)
