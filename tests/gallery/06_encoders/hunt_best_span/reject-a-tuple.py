# reject: wants Python ints in a tuple, where a tensor of whole numbers is right as well
# message: hunt-accused
# base: solution
-             i, j = (index(place) for place in f(start, end, context_mask, max_len))
+             i, j = f(start, end, context_mask, max_len)
+             if type(i) is not int or type(j) is not int:
+                 return False
