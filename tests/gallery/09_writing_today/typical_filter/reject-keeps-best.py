# reject: the most probable token always stays
# message: typical-keeps-best
# base: solution
-     return logits.masked_fill(torch.empty_like(cut).scatter(-1, order, cut), -math.inf)
+     cut = torch.empty_like(cut).scatter(-1, order, cut) & (probs < probs.amax(-1, keepdim=True))
+     return logits.masked_fill(cut, -math.inf)
