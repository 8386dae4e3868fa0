# reject: one step or more to an end
# message: next-goes-on
# base: solution
-     return alive[steps[state]] & (steps[state] >= 0)
+     alive = (alive[steps] & (steps >= 0)).any(dim=1)
+     return alive[steps[state]] & (steps[state] >= 0)
