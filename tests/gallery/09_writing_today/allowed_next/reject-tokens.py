# reject: the allowed tokens' numbers
# base: solution
-     return alive[steps[state]] & (steps[state] >= 0)
+     return (alive[steps[state]] & (steps[state] >= 0)).nonzero().flatten()
