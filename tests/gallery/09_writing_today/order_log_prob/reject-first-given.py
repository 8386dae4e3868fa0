# reject: the first is given, as in a causal model
# message: order-first-missing
# base: solution
-         total = total + log_p[ids[0, place]]
+         if place != order[0]:
+             total = total + log_p[ids[0, place]]
