# reject: one entropy for the batch
# message: typical-weighted
# base: solution
-     entropy = -torch.where(probs > 0, probs * log_p, 0.0).sum(dim=-1, keepdim=True)
+     entropy = -torch.where(probs > 0, probs * log_p, 0.0).sum(dim=-1, keepdim=True)
+     entropy = entropy.mean()
