# reject: the plain mean of the surprises
# message: typical-mean
# base: solution
-     entropy = -torch.where(probs > 0, probs * log_p, 0.0).sum(dim=-1, keepdim=True)
+     entropy = -log_p.mean(dim=-1, keepdim=True)
