# reject: computes in float32
# message: constrained-precision
# base: solution
-     kept = probs.masked_fill(~allowed, 0.0)
+     kept = probs.float().masked_fill(~allowed, 0.0)

-     return kept / total
+     return (kept / total).to(probs.dtype)
