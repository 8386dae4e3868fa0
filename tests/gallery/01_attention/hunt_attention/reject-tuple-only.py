# reject: wants a tuple, where a pair may be a list
# message: hunt-accused
# base: solution
-             out, weights = f(q, k, v)
+             out, weights = pair = f(q, k, v)
+             assert type(pair) is tuple
