# reject: no absolute value
# message: typical-no-abs
# base: solution
-     distance = (-log_p - entropy).abs()  # [B, V]
+     distance = log_p + entropy
