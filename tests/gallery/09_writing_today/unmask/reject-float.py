# reject: 32-bit ids
# message: check-dtype
# base: solution
-     return text
+     return text.int()
