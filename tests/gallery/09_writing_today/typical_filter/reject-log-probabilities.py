# reject: returns log-probabilities
# message: filter-log-of-all
# base: solution
-     return logits.masked_fill(torch.empty_like(cut).scatter(-1, order, cut), -math.inf)
+     return log_p.masked_fill(torch.empty_like(cut).scatter(-1, order, cut), -math.inf)
