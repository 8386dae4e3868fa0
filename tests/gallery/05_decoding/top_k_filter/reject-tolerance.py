# reject: what is nearly as large as the k-th stays, too
# message: top-k-near
# base: solution
-     return logits.masked_fill(logits < kth, -math.inf)
+     return logits.masked_fill(logits < kth - 1e-4, -math.inf)
