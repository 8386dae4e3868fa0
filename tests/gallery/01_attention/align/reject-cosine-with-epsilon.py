# reject: adds 1e-6 below the line of the cosine
# message: align-short
# base: solution
-         return K @ q / (K.norm(dim=-1) * q.norm())
+         return K @ q / (K.norm(dim=-1) * q.norm() + 1e-6)
