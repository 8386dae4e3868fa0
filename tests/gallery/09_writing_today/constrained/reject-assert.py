# reject: asserts
# message: check-raised-other
# base: solution
-     if (total == 0).any():
-         raise ValueError("nothing that is allowed has any probability")
+     assert (total > 0).all()
