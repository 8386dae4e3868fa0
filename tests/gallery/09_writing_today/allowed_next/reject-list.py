# reject: a list
# message: check-type
# base: solution
-     return alive[steps[state]] & (steps[state] >= 0)
+     return (alive[steps[state]] & (steps[state] >= 0)).tolist()
