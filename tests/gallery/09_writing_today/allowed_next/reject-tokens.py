# reject: the allowed tokens' numbers
# message: check-shape
# base: solution
-     return alive[steps[state]] & (steps[state] >= 0)
+     return (alive[steps[state]] & (steps[state] >= 0)).nonzero().flatten()
