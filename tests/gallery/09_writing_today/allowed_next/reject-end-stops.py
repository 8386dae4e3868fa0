# reject: nothing after an end
# base: solution
-     return alive[steps[state]] & (steps[state] >= 0)
+     return alive[steps[state]] & (steps[state] >= 0) & ~ends[state]
