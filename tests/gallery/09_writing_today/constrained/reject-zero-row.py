# reject: gives zeros where nothing is left
# message: constrained-none
# base: solution
-     if (total == 0).any():
-         raise ValueError("nothing that is allowed has any probability")

-     return kept / total
+     return (kept / total).nan_to_num(0.0)
