# reject: softmax over the probabilities that are left
# message: constrained-softmax
# base: solution
-     return kept / total
+     return probs.masked_fill(~allowed, -math.inf).softmax(-1)
