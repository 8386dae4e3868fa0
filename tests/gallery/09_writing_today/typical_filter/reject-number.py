# reject: a low number
# message: shape-number
# base: solution
-     return logits.masked_fill(torch.empty_like(cut).scatter(-1, order, cut), -math.inf)
+     return logits.masked_fill(torch.empty_like(cut).scatter(-1, order, cut), -1e9)
