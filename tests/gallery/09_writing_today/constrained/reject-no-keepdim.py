# reject: no keepdim
# message: check-raised-at
# base: solution
-     total = kept.sum(dim=-1, keepdim=True)
+     total = kept.sum(dim=-1)
