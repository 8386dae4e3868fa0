# reject: wants the very digits of its own computation
# message: hunt-accused
# base: solution
-         return kept and same and torch.allclose(got, want, atol=1e-5)
+         return kept and same and torch.equal(got, want)
