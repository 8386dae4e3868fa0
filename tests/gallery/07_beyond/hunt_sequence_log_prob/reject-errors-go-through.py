# reject: an error in f stops the test
# message: hunt-f-raised
# base: solution
-         try:
-             got = f(logits, ids)
+         got = f(logits, ids)
+         try:
