# reject: draws once more
# message: unmask-drawn-more
# base: solution
-         turn = torch.rand(ids.shape, generator=generator)
+         turn = torch.rand(ids.shape, generator=generator)
+         torch.rand(1, generator=generator)
