# reject: keeps the product of the lengths from getting below .05
# message: align-short
# base: solution
-         return K @ q / (K.norm(dim=-1) * q.norm())
+         return K @ q / (K.norm(dim=-1) * q.norm()).clamp(min=0.05)
