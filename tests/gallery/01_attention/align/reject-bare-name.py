# reject: W as a name of its own
# message: align-bare-name
# base: solution
-         return K @ p["W"].T @ q
+         return K @ W.T @ q
