# reject: hands probabilities to cross_entropy
# message: diffusion-softmax-twice
# base: solution
-     terms = F.cross_entropy(logits[gaps], targets[gaps], reduction="none")  # [gaps of the batch]
+     terms = F.cross_entropy(logits[gaps].softmax(-1), targets[gaps], reduction="none")
