# reject: distance of p from the entropy
# message: typical-probability
# base: solution
-     distance = (-log_p - entropy).abs()  # [B, V]
+     distance = (probs - entropy).abs()
