# accept: adds 1e-8 to each length: too little to be seen
# base: solution
-         return K @ q / (K.norm(dim=-1) * q.norm())
+         return K @ q / ((K.norm(dim=-1) + 1e-8) * (q.norm() + 1e-8))
