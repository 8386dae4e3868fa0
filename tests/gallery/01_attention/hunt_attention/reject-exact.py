# reject: wants the very digits of its own computation
# message: hunt-accused
# base: solution
-             got.shape == x.shape and got.dtype == q.dtype and torch.allclose(got, x, atol=1e-4)
+             got.shape == x.shape and got.dtype == q.dtype and torch.equal(got, x)
