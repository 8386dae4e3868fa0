# reject: length_penalty has no effect
# message: generate-beam-default-length
# base: solution
-     k, alpha = config["num_beams"], config.get("length_penalty", 1.0)
+     k, alpha = config["num_beams"], 1.0
