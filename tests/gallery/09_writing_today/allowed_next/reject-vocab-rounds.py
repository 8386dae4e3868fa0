# reject: as many rounds as there are tokens
# base: solution
-     while True:
+     for _ in range(steps.shape[1]):
