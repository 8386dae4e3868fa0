# reject: tries one row at a time
# message: hunt-slipped
# base: solution
-     def right(rows, p, dtype=torch.float32):
+     def right(rows, p, dtype=torch.float32):
+         rows = rows[:1]
