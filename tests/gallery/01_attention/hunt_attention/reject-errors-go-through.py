# reject: an error in f stops the test
# message: hunt-f-raised
# base: solution
-         try:
-             for got, want in zip(f(q, k, v), (weights @ v, weights), strict=True):
+         answer = f(q, k, v)
+         try:
+             for got, want in zip(answer, (weights @ v, weights), strict=True):
