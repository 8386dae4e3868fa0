# reject: 0 and 1
# message: check-dtype
# base: solution
-     return alive[steps[state]] & (steps[state] >= 0)
+     return (alive[steps[state]] & (steps[state] >= 0)).long()
