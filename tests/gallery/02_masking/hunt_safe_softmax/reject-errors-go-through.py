# reject: an error in f stops the test
# message: hunt-f-raised
# base: solution
-         try:
-             got = f(scores, keep)
-         except Exception:
-             return False
+         got = f(scores, keep)
