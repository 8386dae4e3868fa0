# reject: an error in f stops the test
# message: hunt-f-raised
# base: solution
-         try:
-             got = f(logits, ids, padding)
+         got = f(logits, ids, padding)
+         try:
