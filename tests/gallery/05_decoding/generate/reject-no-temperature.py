# reject: the temperature has no effect
# message: generate-no-temperature
# base: solution
-         if config.get("temperature", 1.0) != 1.0:
+         if False:
