# reject: top-p before top-k
# message: generate-top-k-late
# base: solution
-             steps.append(TemperatureLogitsWarper(float(config["temperature"])))
+             steps.append(TemperatureLogitsWarper(float(config["temperature"])))
+         if config.get("top_p", 1.0) < 1.0:
+             steps.append(TopPLogitsWarper(config["top_p"]))

-         if config.get("top_p", 1.0) < 1.0:
-             steps.append(TopPLogitsWarper(config["top_p"]))
