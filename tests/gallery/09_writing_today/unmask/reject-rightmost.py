# reject: the rightmost first
# message: unmask-turned
# base: solution
-     turn = torch.arange(n).expand(ids.shape).float()  # the lowest come first
+     turn = -torch.arange(n).expand(ids.shape).float()
