# reject: float64 always
# message: check-dtype
# base: solution
-     kept = probs.masked_fill(~allowed, 0.0)
+     kept = probs.double().masked_fill(~allowed, 0.0)
