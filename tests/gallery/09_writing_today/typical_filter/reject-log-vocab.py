# reject: log V in place of the entropy
# message: typical-no-entropy
# base: solution
-     entropy = -torch.where(probs > 0, probs * log_p, 0.0).sum(dim=-1, keepdim=True)
+     entropy = math.log(logits.shape[-1])
