# reject: an error in f stops the test
# message: hunt-f-raised
# base: solution
-         try:
-             inputs, targets = f(*case)
-             got = [int(i) for i in inputs], [int(i) for i in targets]
-         except Exception:
-             return False
+         inputs, targets = f(*case)
+         got = [int(i) for i in inputs], [int(i) for i in targets]
