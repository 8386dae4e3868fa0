# reject: shape [1]
# message: scalar-wanted
# base: solution
-     return total
+     return total[None]
