# reject: writes into logits
# message: check-modified
# base: solution
-     return logits.masked_fill(torch.empty_like(cut).scatter(-1, order, cut), -math.inf)
+     return logits.masked_fill_(torch.empty_like(cut).scatter(-1, order, cut), -math.inf)
