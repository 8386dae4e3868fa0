# reject: beams are filled with 0
# message: generate-padding
# base: solution
-     pad = config.get("pad_token_id") or 0
+     pad = 0
