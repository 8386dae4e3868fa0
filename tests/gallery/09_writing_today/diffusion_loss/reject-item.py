# reject: returns a number without a graph
# message: loss-no-gradient
# base: solution
-     return (terms * weights).sum() / gaps.numel()
+     return torch.tensor((terms * weights).sum().item() / gaps.numel())
