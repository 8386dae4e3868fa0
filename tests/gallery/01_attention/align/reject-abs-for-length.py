# reject: abs, entry by entry, in place of a length
# message: align-absolute
# base: solution
-         return K @ q / (K.norm(dim=-1) * q.norm())
+         return K @ q / (abs(K) * abs(q))
