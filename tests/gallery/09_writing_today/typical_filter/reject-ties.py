# reject: keeps all of one distance, as the library does
# message: typical-ties
# base: solution
-     return logits.masked_fill(torch.empty_like(cut).scatter(-1, order, cut), -math.inf)
+     last = cut.logical_not().sum(-1, keepdim=True) - 1
+     limit = distance.gather(-1, order).gather(-1, last)
+     return logits.masked_fill(distance > limit, -math.inf)
