# reject: writes into probs
# message: check-modified
# base: solution
-     kept = probs.masked_fill(~allowed, 0.0)
+     kept = probs.masked_fill_(~allowed, 0.0)
