# reject: does not use the generator
# message: unmask-wrong
# base: solution
-         turn = torch.rand(ids.shape, generator=generator)
+         turn = torch.rand(ids.shape)
