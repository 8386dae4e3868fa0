# reject: wants the very digits of its own computation
# message: hunt-accused
# base: solution
-             assert_close(f(scores, keep), want, atol=1e-5, rtol=0)  # shape, dtype and values
+             assert_close(f(scores, keep), want, atol=0, rtol=0)
