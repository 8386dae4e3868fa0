# reject: takes a name that begins as one of the table
# message: check-did-not-raise
# base: solution
-     if name == "scaled_dot_product":
+     if name.startswith("scaled_dot_product"):
