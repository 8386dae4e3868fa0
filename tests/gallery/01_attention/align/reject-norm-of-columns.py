# reject: the lengths of the columns
# message: align-norm-rows
# base: solution
-         return K @ q / (K.norm(dim=-1) * q.norm())
+         return K @ q / (K.norm(dim=0) * q.norm())
