# reject: reads from left to right
# message: order-left-to-right
# base: solution
-     for place in order.tolist():
+     for place in sorted(order.tolist()):
