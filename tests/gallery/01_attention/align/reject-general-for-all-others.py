# reject: the last line is replaced
# message: align-given-lost
# base: solution
-     if name == "general":
-         return K @ p["W"].T @ q
-     return other_scores(name, q, K, p)  # the other given ones; ValueError for an unknown name
+     return K @ p["W"].T @ q
