# reject: of the state 0
# message: next-state-zero
# base: solution
-     return alive[steps[state]] & (steps[state] >= 0)
+     return alive[steps[0]] & (steps[0] >= 0)
