# reject: an error in f stops the test
# message: hunt-f-raised
# base: solution
-         try:
-             for got, want in zip(f(q, k, v), (out, weights), strict=True):
+         answer = f(q, k, v)
+         try:
+             for got, want in zip(answer, (out, weights), strict=True):
