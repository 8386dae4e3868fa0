# reject: max_new_tokens counts the prompt
# message: generate-too-early
# base: solution
-     for _ in range(config["max_new_tokens"]):
+     for _ in range(config["max_new_tokens"] - ids.shape[1]):
