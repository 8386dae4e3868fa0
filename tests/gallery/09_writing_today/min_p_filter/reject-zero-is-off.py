# reject: p = 0 gives nothing
# message: filter-inverted
# base: solution
-     probs = logits.softmax(dim=-1)
+     if p == 0:
+         return torch.full_like(logits, -math.inf)
+     probs = logits.softmax(dim=-1)
