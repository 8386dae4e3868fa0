# reject: the penalty has no effect
# message: generate-no-penalty
# base: solution
-     if config.get("repetition_penalty", 1.0) != 1.0:
+     if False:
