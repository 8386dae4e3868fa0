# reject: num_beams has no effect
# message: generate-beam-is-greedy
# base: solution
-         if config.get("num_beams", 1) > 1:
+         if False:
