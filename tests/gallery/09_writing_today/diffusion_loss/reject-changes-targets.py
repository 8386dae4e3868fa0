# reject: writes -100 into its targets
# message: check-modified
# base: solution
-     terms = F.cross_entropy(logits[gaps], targets[gaps], reduction="none")  # [gaps of the batch]
+     targets[~gaps] = -100
+     terms = F.cross_entropy(logits[gaps], targets[gaps], reduction="none")  # [gaps of the batch]
