# reject: the squares of the weights sum to 1
# message: context-not-one
# base: solution
-     alpha = scores.softmax(dim=-1)
+     alpha = F.normalize(torch.exp(scores - scores.max()), dim=0)
