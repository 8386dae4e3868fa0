# reject: one row of numbers for all texts
# message: unmask-wrong
# base: solution
-         turn = torch.rand(ids.shape, generator=generator)
+         turn = torch.rand(n, generator=generator).expand(ids.shape)
