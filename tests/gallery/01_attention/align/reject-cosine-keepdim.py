# reject: divides a row by a column, and gives a table
# message: align-crossed
# base: solution
-         return K @ q / (K.norm(dim=-1) * q.norm())
+         return K @ q / (K.norm(dim=-1, keepdim=True) * q.norm())
