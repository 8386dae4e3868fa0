# reject: gives NaN where nothing is left
# message: constrained-none
# base: solution
-     if (total == 0).any():
-         raise ValueError("nothing that is allowed has any probability")
