# reject: a hundred rounds
# message: next-few-rounds
# base: solution
-     while True:
+     for _ in range(100):
