# reject: multiplies by the lengths of the keys, for want of a bracket
# message: align-bracket-keys
# base: solution
-         return K @ q / (K.norm(dim=-1) * q.norm())
+         return K @ q / q.norm() * K.norm(dim=-1)
