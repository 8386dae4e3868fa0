# reject: calls backward itself
# message: loss-backward
# base: solution
-     return (terms * weights).sum() / gaps.numel()
+     loss = (terms * weights).sum() / gaps.numel()
+     if loss.requires_grad:
+         loss.backward(retain_graph=True)
+     return loss
