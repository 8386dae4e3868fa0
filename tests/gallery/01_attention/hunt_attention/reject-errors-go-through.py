# reject: an error in f stops the test
# message: hunt-f-raised
# base: solution
-         try:
-             out, weights = f(q, k, v)
-         except Exception:
-             return False
+         out, weights = f(q, k, v)
