# reject: log of a softmax plus a small number
# message: diffusion-large
# base: solution
-     terms = F.cross_entropy(logits[gaps], targets[gaps], reduction="none")  # [gaps of the batch]
+     p = logits[gaps].softmax(-1).gather(-1, targets[gaps][:, None])[:, 0]
+     terms = -(p + 1e-9).log()
