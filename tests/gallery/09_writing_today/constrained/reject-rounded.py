# reject: rounds
# message: constrained-precision
# base: solution
-     return kept / total
+     return (kept / total * 1e6).round() / 1e6
