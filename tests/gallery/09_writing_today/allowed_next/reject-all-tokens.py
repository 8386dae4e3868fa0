# reject: a state joins if all of its tokens lead on
# message: next-end-at-once
# base: solution
-         grown = alive | (alive[steps] & (steps >= 0)).any(dim=1)
+         grown = alive | (alive[steps] & (steps >= 0)).all(dim=1)
