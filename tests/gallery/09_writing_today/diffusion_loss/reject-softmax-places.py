# reject: softmax over the places
# message: diffusion-softmax-dim
# base: solution
-     terms = F.cross_entropy(logits[gaps], targets[gaps], reduction="none")  # [gaps of the batch]
+     log_p = logits.log_softmax(1)[gaps]
+     terms = -log_p.gather(-1, targets[gaps][:, None])[:, 0]
