# reject: distance of p from e to the -H
# message: typical-probability
# base: solution
-     distance = (-log_p - entropy).abs()  # [B, V]
+     distance = (probs - (-entropy).exp()).abs()
