# reject: draws also where nothing is random
# message: unmask-drawn-for-nothing
# base: solution
-     if choose == "random":
-         turn = torch.rand(ids.shape, generator=generator)
+     numbers = torch.rand(ids.shape, generator=generator)
+     if choose == "random":
+         turn = numbers
