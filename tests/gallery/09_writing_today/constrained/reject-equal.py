# reject: equal shares
# message: constrained-equal
# base: solution
-     return kept / total
+     return allowed.expand(probs.shape).to(probs.dtype) / allowed.sum(-1, keepdim=True)
