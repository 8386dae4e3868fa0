# reject: nothing after an end
# message: next-end-stops
# base: solution
-     return alive[steps[state]] & (steps[state] >= 0)
+     return alive[steps[state]] & (steps[state] >= 0) & ~ends[state]
