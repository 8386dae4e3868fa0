# reject: the states that are alive
# message: check-shape
# base: solution
-     return alive[steps[state]] & (steps[state] >= 0)
+     return alive
