# reject: entropy in bits, surprise in nats
# message: typical-bits
# base: solution
-     entropy = -torch.where(probs > 0, probs * log_p, 0.0).sum(dim=-1, keepdim=True)
+     entropy = -torch.where(probs > 0, probs * log_p, 0.0).sum(dim=-1, keepdim=True)
+     entropy = entropy / math.log(2)
