# reject: a 0 with a graph of its own where there is no gap
# message: diffusion-no-graph
# base: solution
-     terms = F.cross_entropy(logits[gaps], targets[gaps], reduction="none")  # [gaps of the batch]
+     if not gaps.any():
+         return torch.zeros((), requires_grad=True)
+     terms = F.cross_entropy(logits[gaps], targets[gaps], reduction="none")  # [gaps of the batch]
