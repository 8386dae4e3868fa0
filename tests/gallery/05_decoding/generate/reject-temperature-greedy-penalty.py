# reject: the penalty works in sampling only
# message: generate-no-penalty
# base: solution
-     if config.get("repetition_penalty", 1.0) != 1.0:
+     if config.get("do_sample") and config.get("repetition_penalty", 1.0) != 1.0:
