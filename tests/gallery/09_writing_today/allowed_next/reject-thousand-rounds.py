# reject: a thousand rounds
# message: next-far
# base: solution
-     while True:
+     for _ in range(1000):
