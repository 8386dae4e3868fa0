# reject: no absolute value, the other way round
# message: typical-top-p
# base: solution
-     distance = (-log_p - entropy).abs()  # [B, V]
+     distance = -log_p - entropy
