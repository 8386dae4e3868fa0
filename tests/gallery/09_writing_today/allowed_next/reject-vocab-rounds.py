# reject: as many rounds as there are tokens
# message: next-end-at-once
# base: solution
-     while True:
+     for _ in range(steps.shape[1]):
