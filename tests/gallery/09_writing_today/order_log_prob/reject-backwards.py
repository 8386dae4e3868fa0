# reject: reads from the last to the first
# message: order-backwards
# base: solution
-     for place in order.tolist():
+     for place in order.flip(0).tolist():
