# reject: an error in f stops the test
# message: hunt-f-raised
# base: solution
-         try:
-             got = f(*given)
-         except Exception:
-             return False
+         got = f(*given)
