# accept: the same cases with another seed
# base: solution
-     g = torch.Generator().manual_seed(0)
+     g = torch.Generator().manual_seed(77)
