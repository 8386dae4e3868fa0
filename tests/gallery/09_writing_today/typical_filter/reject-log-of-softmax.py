# reject: logarithm of a softmax
# message: typical-no-sort
# base: solution
-     log_p = logits.log_softmax(dim=-1)
+     log_p = logits.softmax(dim=-1).log()

-     entropy = -torch.where(probs > 0, probs * log_p, 0.0).sum(dim=-1, keepdim=True)
+     entropy = -(probs * log_p).sum(dim=-1, keepdim=True)
