# reject: stops one early
# message: order-last-missing
# base: solution
-     for place in order.tolist():
+     for place in order.tolist()[:-1]:
