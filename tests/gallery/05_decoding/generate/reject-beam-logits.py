# reject: adds up logits
# message: generate-beam
# base: solution
-         totals = sums.view(-1, 1) + logits.float().log_softmax(dim=-1)
+         totals = sums.view(-1, 1) + logits.float()
