# reject: top-p
# message: min-p-top-p
# base: solution
-     return logits.masked_fill(probs < p * probs.amax(dim=-1, keepdim=True), -math.inf)
+     falling, order = probs.sort(-1, descending=True)
+     cut = falling.cumsum(-1) - falling >= p
+     return logits.masked_fill(torch.empty_like(cut).scatter(-1, order, cut), -math.inf)
