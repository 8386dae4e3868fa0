# reject: NaN in the entropy for -inf
# message: typical-no-sort
# base: solution
-     entropy = -torch.where(probs > 0, probs * log_p, 0.0).sum(dim=-1, keepdim=True)
+     entropy = -(probs * log_p).sum(dim=-1, keepdim=True)
