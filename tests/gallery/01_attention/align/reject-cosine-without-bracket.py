# reject: multiplies by the length of q, for want of a bracket
# message: align-bracket
# base: solution
-         return K @ q / (K.norm(dim=-1) * q.norm())
+         return K @ q / K.norm(dim=-1) * q.norm()
