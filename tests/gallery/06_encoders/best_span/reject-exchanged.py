# reject: the end first
# message: span-exchanged
# base: solution
-     return divmod(scores.argmax().item(), n)
+     i, j = divmod(scores.argmax().item(), n)
+     return j, i
