# reject: every token stands in the context
# message: hunt-slipped
# base: solution
-         left, stop = context or (0, n)
+         left, stop = 0, n
