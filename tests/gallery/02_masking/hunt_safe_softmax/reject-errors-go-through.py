# reject: an error in f stops the test
# message: hunt-f-raised
# base: solution
-         try:
-             assert_close(f(scores, keep), want, atol=1e-5, rtol=0)  # shape, dtype and values
+         got = f(scores, keep)
+         try:
+             assert_close(got, want, atol=1e-5, rtol=0)
