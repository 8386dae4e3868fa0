# reject: the largest numbers first
# message: unmask-turned
# base: solution
-         turn = torch.rand(ids.shape, generator=generator)
+         turn = -torch.rand(ids.shape, generator=generator)
