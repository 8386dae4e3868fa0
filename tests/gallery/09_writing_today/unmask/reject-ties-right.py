# reject: ties from the right
# message: unmask-ties
# base: solution
-         rank = waiting.argsort(dim=1, stable=True).argsort(dim=1)  # 0 = first
+         rank = n - 1 - (-waiting).argsort(dim=1, stable=True).argsort(dim=1)
