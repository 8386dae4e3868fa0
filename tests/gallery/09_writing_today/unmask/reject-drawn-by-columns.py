# reject: draws [n, B]
# base: solution
-         turn = torch.rand(ids.shape, generator=generator)
+         turn = torch.rand(n, len(ids), generator=generator).T
