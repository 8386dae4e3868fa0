# reject: wants the very digits of its own computation
# message: hunt-accused
# base: solution
-             if not math.isclose(total, want, rel_tol=1e-4, abs_tol=1e-4):
+             if total != want:
