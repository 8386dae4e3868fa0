# reject: no more steps than the first text has gaps
# message: unmask-wrong
# base: solution
-     for step in range(steps):
+     steps = max(1, min(steps, int(count[0])))
+     for step in range(steps):
