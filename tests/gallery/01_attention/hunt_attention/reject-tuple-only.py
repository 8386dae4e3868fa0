# reject: wants a tuple, where a pair may be a list
# message: hunt-accused
# base: solution
-     return all(cases)
+     q, k, v = torch.randn(3, 4), torch.randn(5, 4), torch.randn(5, 2)
+     return all(cases) and type(f(q, k, v)) is tuple
