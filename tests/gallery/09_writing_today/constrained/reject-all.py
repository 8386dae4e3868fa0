# reject: divides by the sum of all
# message: constrained-all
# base: solution
-     return kept / total
+     return kept / probs.sum(-1, keepdim=True)
