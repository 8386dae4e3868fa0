# reject: 0 in place of -inf
# message: filter-zero
# base: solution
-     return logits.masked_fill(torch.empty_like(cut).scatter(-1, order, cut), -math.inf)
+     return logits.masked_fill(torch.empty_like(cut).scatter(-1, order, cut), 0.0)
