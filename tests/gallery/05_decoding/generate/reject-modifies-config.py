# reject: takes names out of the config
# message: check-modified
# base: solution
-     k, alpha = config["num_beams"], config.get("length_penalty", 1.0)
+     k, alpha = config.pop("num_beams"), config.get("length_penalty", 1.0)
