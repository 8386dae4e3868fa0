# reject: the sum must be above p by a little
# message: top-p-near
# base: solution
-     enough = probs.cumsum(dim=-1) >= p  # from the token on that reaches p
+     enough = (probs.cumsum(dim=-1) >= p + 1e-3) | (probs.cumsum(dim=-1) == p)
