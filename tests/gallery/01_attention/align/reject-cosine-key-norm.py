# reject: the cosine is divided by the length of the key only
# message: align-key-norm
# base: solution
-         return K @ q / (K.norm(dim=-1) * q.norm())
+         return K @ q / K.norm(dim=-1)
