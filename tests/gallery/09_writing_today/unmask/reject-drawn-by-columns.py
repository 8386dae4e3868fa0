# reject: draws [n, B]
# message: unmask-wrong
# base: solution
-         turn = torch.rand(ids.shape, generator=generator)
+         turn = torch.rand(n, len(ids), generator=generator).T
