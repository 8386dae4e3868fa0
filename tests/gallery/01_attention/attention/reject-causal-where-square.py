# reject: a causal mask where there are as many queries as keys
# message: attention-causal
# base: solution
-     weights = scores.softmax(dim=-1)
+     if scores.shape[-1] == scores.shape[-2]:
+         scores = scores.masked_fill(torch.ones_like(scores).triu(1).bool(), -math.inf)
+     weights = scores.softmax(dim=-1)
