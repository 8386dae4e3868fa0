# reject: the mean
# message: order-mean
# base: solution
-     return total
+     return total / max(len(order), 1)
