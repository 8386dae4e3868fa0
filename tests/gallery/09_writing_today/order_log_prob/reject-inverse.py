# reject: takes the order for the step of each position
# message: order-inverse
# base: solution
-     for place in order.tolist():
+     for place in order.argsort().tolist():
