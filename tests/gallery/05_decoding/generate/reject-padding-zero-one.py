# reject: one token too many
# message: generate-too-long
# base: solution
-     for _ in range(config["max_new_tokens"]):
+     for _ in range(config["max_new_tokens"] + 1):
