# reject: the best sum wins
# message: generate-beam-no-length
# base: solution
-     k, alpha = config["num_beams"], config.get("length_penalty", 1.0)
+     k, alpha = config["num_beams"], 0.0
