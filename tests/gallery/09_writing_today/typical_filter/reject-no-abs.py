# reject: no absolute value
# base: solution
-     distance = (-log_p - entropy).abs()  # [B, V]
+     distance = log_p + entropy
