# reject: the gradient does not flow
# message: loss-no-gradient
# base: solution
-     return (terms * weights).sum() / gaps.numel()
+     return (terms.detach() * weights).sum() / gaps.numel()
