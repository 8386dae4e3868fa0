# reject: the penalty leaves the prompt out
# message: generate-penalty
# base: solution
-             steps.append(TopPLogitsWarper(config["top_p"]))
-
+             steps.append(TopPLogitsWarper(config["top_p"]))
+
+     n0 = ids.shape[1]

-             logits = step(ids, logits)
+             logits = step(ids[:, n0:], logits)
