# reject: a view of the padding, which not every tensor allows
# message: check-raised-at
# base: solution
-     real = ~padding[:, None, :]  # [B, 1, n]: one row, the same for every query
+     real = ~padding.view(-1).view(len(padding), 1, n)
