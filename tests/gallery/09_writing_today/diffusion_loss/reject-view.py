# reject: needs contiguous memory
# message: check-raised-at
# base: solution
-     terms = F.cross_entropy(logits[gaps], targets[gaps], reduction="none")  # [gaps of the batch]
+     terms = F.cross_entropy(logits.view(-1, logits.shape[-1])[gaps.view(-1)], targets.view(-1)[gaps.view(-1)], reduction="none")
