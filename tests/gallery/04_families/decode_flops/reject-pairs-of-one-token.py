# reject: pairs of one token a step
# message: flops-one-query
# base: solution
-         pairs += run * length
+         pairs += length
