# reject: filled with the end token
# message: generate-padding
# base: solution
-             new = new.masked_fill(ended, config["pad_token_id"])
+             new = new.masked_fill(ended, eos)
