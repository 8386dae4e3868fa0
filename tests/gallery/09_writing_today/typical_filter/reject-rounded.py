# reject: rounds the distance
# message: typical-distance
# base: solution
-     distance = (-log_p - entropy).abs()  # [B, V]
+     distance = (-log_p - entropy).abs().round(decimals=1)
