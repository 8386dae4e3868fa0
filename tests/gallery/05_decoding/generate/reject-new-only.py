# reject: returns the new tokens only
# message: generate-prompt
# base: solution
-             steps.append(TopPLogitsWarper(config["top_p"]))
-
+             steps.append(TopPLogitsWarper(config["top_p"]))
+
+     n0 = ids.shape[1]

-     return ids
+     return ids[:, n0:]
