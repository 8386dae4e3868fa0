# reject: each probability against the mass
# message: typical-each
# base: solution
-     return logits.masked_fill(torch.empty_like(cut).scatter(-1, order, cut), -math.inf)
+     return logits.masked_fill(probs < mass, -math.inf)
