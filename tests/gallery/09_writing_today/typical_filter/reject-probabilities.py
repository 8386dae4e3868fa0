# reject: returns probabilities
# message: filter-probabilities
# base: solution
-     return logits.masked_fill(torch.empty_like(cut).scatter(-1, order, cut), -math.inf)
+     return logits.masked_fill(torch.empty_like(cut).scatter(-1, order, cut), -math.inf).softmax(-1)
