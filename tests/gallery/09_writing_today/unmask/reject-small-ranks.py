# reject: ranks in 8 bits
# message: unmask-no-gap
# base: solution
-         rank = waiting.argsort(dim=1, stable=True).argsort(dim=1)  # 0 = first
+         rank = waiting.argsort(dim=1, stable=True).argsort(dim=1).to(torch.int8)
