# reject: wants the very digits of its own computation
# message: hunt-accused
# base: solution
-             torch.testing.assert_close(got, want, rtol=1e-4, atol=1e-5)
+             torch.testing.assert_close(got, want, rtol=0, atol=0)
