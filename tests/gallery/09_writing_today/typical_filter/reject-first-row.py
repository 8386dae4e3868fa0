# reject: the entropy of the first row
# message: typical-first-row
# base: solution
-     entropy = -torch.where(probs > 0, probs * log_p, 0.0).sum(dim=-1, keepdim=True)
+     entropy = -torch.where(probs > 0, probs * log_p, 0.0).sum(dim=-1, keepdim=True)
+     entropy = entropy[:1]
