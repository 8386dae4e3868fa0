# reject: draws in each step
# message: unmask-drawn-anew
# base: solution
-         if choose == "confident":
+         if choose == "random":
+             turn = torch.rand(ids.shape, generator=generator)
+         if choose == "confident":

-         turn = torch.rand(ids.shape, generator=generator)
+         pass
