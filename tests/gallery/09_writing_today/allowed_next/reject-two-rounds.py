# reject: two rounds
# message: next-end-at-once
# base: solution
-     while True:
+     for _ in range(2):
