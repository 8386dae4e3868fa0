# reject: exponentials without a shift
# message: step-large-scores
# base: solution
-     alpha = scores.softmax(dim=-1)
+     alpha = scores.exp() / scores.exp().sum(dim=-1, keepdim=True)
