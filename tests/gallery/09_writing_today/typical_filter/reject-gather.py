# reject: gather in place of scatter
# message: typical-gather
# base: solution
-     return logits.masked_fill(torch.empty_like(cut).scatter(-1, order, cut), -math.inf)
+     return logits.masked_fill(cut.gather(-1, order), -math.inf)
