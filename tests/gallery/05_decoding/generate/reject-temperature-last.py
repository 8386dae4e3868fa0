# reject: the temperature after the cuts
# message: generate-temperature-late
# base: solution
-         if config.get("temperature", 1.0) != 1.0:
-             steps.append(TemperatureLogitsWarper(float(config["temperature"])))

-             steps.append(TopPLogitsWarper(config["top_p"]))
+             steps.append(TopPLogitsWarper(config["top_p"]))
+         if config.get("temperature", 1.0) != 1.0:
+             steps.append(TemperatureLogitsWarper(float(config["temperature"])))
