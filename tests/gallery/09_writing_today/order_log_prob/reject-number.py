# reject: a Python number
# message: order-number
# base: solution
-     return total
+     return float(total)
