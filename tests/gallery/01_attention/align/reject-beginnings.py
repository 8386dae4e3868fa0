# reject: takes a name that begins as one of the table
# message: check-did-not-raise
# base: solution
-     if name == "dot_product":
+     if name.startswith("dot_product"):
