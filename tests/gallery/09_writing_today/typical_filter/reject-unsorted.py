# reject: the cut in sorted order
# message: typical-unsorted
# base: solution
-     return logits.masked_fill(torch.empty_like(cut).scatter(-1, order, cut), -math.inf)
+     return logits.masked_fill(cut, -math.inf)
