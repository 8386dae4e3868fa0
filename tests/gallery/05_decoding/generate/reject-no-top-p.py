# reject: top-p has no effect
# message: generate-no-top-p
# base: solution
-         if config.get("top_p", 1.0) < 1.0:
+         if False:
