# reject: takes a name that begins as one of the table
# message: check-did-not-raise
# base: solution
-     if api == "sdpa":
+     if api.startswith("sdpa"):
