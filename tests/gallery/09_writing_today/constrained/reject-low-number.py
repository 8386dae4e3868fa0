# reject: a small number in place of 0
# message: constrained-not-zero
# base: solution
-     return kept / total
+     return (kept / total).clamp(min=1e-12)
