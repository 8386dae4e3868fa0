# reject: takes what begins with "general" for it
# message: check-did-not-raise
# base: solution
-     if name == "general":
+     if name.startswith("general") and "W" in p:
