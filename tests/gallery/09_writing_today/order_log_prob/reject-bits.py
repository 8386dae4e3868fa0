# reject: in bits
# message: order-bits
# base: solution
-     return total
+     return total / math.log(2)
