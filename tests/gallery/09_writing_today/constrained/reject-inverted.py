# reject: keeps what is not allowed
# message: check-raised-at
# base: solution
-     kept = probs.masked_fill(~allowed, 0.0)
+     kept = probs.masked_fill(allowed, 0.0)
