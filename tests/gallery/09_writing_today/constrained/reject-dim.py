# reject: sum over the texts
# message: constrained-dim
# base: solution
-     total = kept.sum(dim=-1, keepdim=True)
+     total = kept.sum(dim=0, keepdim=True)
