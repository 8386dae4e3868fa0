# reject: wants the very digits of its own computation
# message: hunt-accused
# base: solution
-             assert_close(got, want, rtol=1e-4, atol=1e-5, check_dtype=False)  # shape, value
+             assert_close(got, want, rtol=0, atol=0, check_dtype=False)
