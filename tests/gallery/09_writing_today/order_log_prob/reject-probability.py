# reject: the probability, 1 for an empty order
# message: order-probability
# base: solution
-     return total
+     return total.exp()
