# reject: the loss
# message: order-sign
# base: solution
-     return total
+     return -total
