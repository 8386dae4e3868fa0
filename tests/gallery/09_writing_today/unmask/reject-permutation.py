# reject: a permutation for each text
# message: unmask-permutation
# base: solution
-         turn = torch.rand(ids.shape, generator=generator)
+         turn = torch.stack([torch.randperm(n, generator=generator).argsort() for _ in ids]).float()
