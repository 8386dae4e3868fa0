# reject: shape [1]
# message: scalar-wanted
# base: solution
-     return (terms * weights).sum() / gaps.numel()
+     return (terms * weights).sum(0, keepdim=True) / gaps.numel()
