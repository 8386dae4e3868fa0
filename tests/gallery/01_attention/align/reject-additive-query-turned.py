# reject: q @ W1 in the additive score
# message: align-query-turned
# base: solution
-     # Given, as an example:
+     if name == "additive":
+         return p["act"](q @ p["W1"] + K @ p["W2"].T + p["b"]) @ p["w_imp"]
