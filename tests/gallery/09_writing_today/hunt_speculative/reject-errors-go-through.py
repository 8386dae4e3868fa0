# reject: an error in f stops the test
# message: hunt-f-raised
# base: solution
-         try:
-             got = f(target, draft, prefix, k, u)
-         except Exception:
-             return False
+         got = f(target, draft, prefix, k, u)
