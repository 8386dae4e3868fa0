# reject: top-k has no effect
# message: generate-no-top-k
# base: solution
-         if config.get("top_k", 0) > 0:
+         if False:
