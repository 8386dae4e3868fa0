# reject: the tokens that lead nowhere
# message: next-inverted
# base: solution
-     return alive[steps[state]] & (steps[state] >= 0)
+     return ~(alive[steps[state]] & (steps[state] >= 0))
