# reject: top-k 50 unless told otherwise
# message: generate-default-top-k
# base: solution
-         if config.get("top_k", 0) > 0:
-             steps.append(TopKLogitsWarper(config["top_k"]))
+         if config.get("top_k", 50) > 0:
+             steps.append(TopKLogitsWarper(config.get("top_k", 50)))
