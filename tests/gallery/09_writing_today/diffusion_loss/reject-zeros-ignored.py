# reject: takes the id 0 for padding
# message: diffusion-zeros-ignored
# base: solution
-     terms = F.cross_entropy(logits[gaps], targets[gaps], reduction="none")  # [gaps of the batch]
+     terms = F.cross_entropy(logits[gaps], targets[gaps], reduction="none", ignore_index=0)
