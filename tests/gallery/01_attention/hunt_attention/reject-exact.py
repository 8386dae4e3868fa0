# reject: wants the very digits of its own computation
# message: hunt-accused
# base: solution
-                 assert_close(got, want, atol=1e-4, rtol=0)  # shape, dtype and values
+                 assert_close(got, want, atol=0, rtol=0)
