# reject: wants the very digits of its own computation
# message: hunt-accused
# base: solution
-         return math.isclose(got.item(), want.item(), rel_tol=1e-4, abs_tol=1e-5)
+         return got.item() == want.item()
