# reject: the penalty after the cuts
# message: generate-penalty-late
# base: solution
-     if config.get("repetition_penalty", 1.0) != 1.0:
-         steps.append(RepetitionPenaltyLogitsProcessor(float(config["repetition_penalty"])))

-             steps.append(TopPLogitsWarper(config["top_p"]))
+             steps.append(TopPLogitsWarper(config["top_p"]))
+     if config.get("repetition_penalty", 1.0) != 1.0:
+         steps.append(RepetitionPenaltyLogitsProcessor(float(config["repetition_penalty"])))
