# reject: shifts all rows by the largest score of all
# message: attention-overflow
# base: solution
-     weights = scores.softmax(dim=-1)
+     powers = torch.exp(scores - scores.max())
+     weights = powers / powers.sum(dim=-1, keepdim=True)
