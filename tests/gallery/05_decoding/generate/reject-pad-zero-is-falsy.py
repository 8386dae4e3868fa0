# reject: takes the pad token 0 for missing, and fills up with the end token
# message: generate-padding
# base: solution
-             new = new.masked_fill(ended, config["pad_token_id"])
+             new = new.masked_fill(ended, config.get("pad_token_id") or eos)
