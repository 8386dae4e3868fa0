# reject: the raise is deleted, and general, in the middle of the table, is missing
# message: align-next
# base: solution
-     if name == "general":
-         return K @ p["W"].T @ q
