# reject: no keepdim
# base: solution
-     total = kept.sum(dim=-1, keepdim=True)
+     total = kept.sum(dim=-1)
