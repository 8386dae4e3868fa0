# reject: a plain 0 where there is no gap
# message: diffusion-no-graph
# base: solution
-     terms = F.cross_entropy(logits[gaps], targets[gaps], reduction="none")  # [gaps of the batch]
+     if not gaps.any():
+         return torch.tensor(0.0)
+     terms = F.cross_entropy(logits[gaps], targets[gaps], reduction="none")  # [gaps of the batch]
