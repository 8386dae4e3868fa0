# reject: the entropy over the texts
# message: typical-dim
# base: solution
-     entropy = -torch.where(probs > 0, probs * log_p, 0.0).sum(dim=-1, keepdim=True)
+     entropy = -torch.where(probs > 0, probs * log_p, 0.0).sum(dim=0, keepdim=True)
