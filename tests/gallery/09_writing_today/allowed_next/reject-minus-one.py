# reject: takes -1 for the last state
# message: next-minus-one
# base: solution
-     return alive[steps[state]] & (steps[state] >= 0)
+     return alive[steps[state]]
