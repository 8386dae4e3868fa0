# reject: the entropy with the wrong sign
# message: typical-top-p
# base: solution
-     distance = (-log_p - entropy).abs()  # [B, V]
+     distance = (-log_p + entropy).abs()
