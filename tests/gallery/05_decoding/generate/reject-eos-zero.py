# reject: an end token of 0 is none
# message: generate-padding
# base: solution
-     eos = config.get("eos_token_id")
+     eos = config.get("eos_token_id") or None
