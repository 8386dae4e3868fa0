# reject: calls a tiny sum nothing
# message: check-raised-at
# base: solution
-     if (total == 0).any():
+     if (total < 1e-12).any():
