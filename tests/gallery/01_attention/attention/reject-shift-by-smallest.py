# reject: shifts each row by its smallest score
# message: attention-overflow
# base: solution
-     weights = scores.softmax(dim=-1)
+     powers = torch.exp(scores - scores.amin(dim=-1, keepdim=True))
+     weights = powers / powers.sum(dim=-1, keepdim=True)
