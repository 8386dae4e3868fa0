# reject: multiplies by the inverse of the sum
# base: solution
-     return kept / total
+     return kept * (1 / total)
