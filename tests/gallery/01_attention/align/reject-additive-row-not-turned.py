# reject: K @ W2 without .T in the additive score
# message: align-row-not-turned
# base: solution
-     # Given, as an example:
+     if name == "additive":
+         return p["act"](p["W1"] @ q + K @ p["W2"] + p["b"]) @ p["w_imp"]
