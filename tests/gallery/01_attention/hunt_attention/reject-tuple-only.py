# reject: wants a tuple, where a pair may be a list
# message: hunt-accused
# base: solution
-             for got, want in zip(f(q, k, v), (out, weights), strict=True):
+             pair = f(q, k, v)
+             assert type(pair) is tuple
+             for got, want in zip(pair, (out, weights), strict=True):
