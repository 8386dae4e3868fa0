# reject: wants the very digits of its own computation
# message: hunt-accused
# base: solution
-             torch.testing.assert_close(got.double(), torch.tensor(want).double(), rtol=1e-4, atol=1e-4)
+             torch.testing.assert_close(got.double(), torch.tensor(want).double(), rtol=0, atol=0)
