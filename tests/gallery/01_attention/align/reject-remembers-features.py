# reject: keeps the features of earlier keys of the same shape
# message: check-remembered
# base: solution
-     # Given, as an example:
+     if name == "feature_based":
+         kept = align.__dict__.setdefault(K.shape, (p["phi1"](K), p["phi2"](K)))
+         inside = kept[0] @ p["W1"].T + kept[1] @ p["W2"].T
+         return p["act"](inside + p["b"]) @ p["w_imp"]
