# reject: the distance against the mass
# message: typical-distance
# base: solution
-     return logits.masked_fill(torch.empty_like(cut).scatter(-1, order, cut), -math.inf)
+     return logits.masked_fill(distance > mass, -math.inf)
