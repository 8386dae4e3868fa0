# reject: goes on after the end
# message: generate-padding
# base: solution
-             new = new.masked_fill(ended, config["pad_token_id"])
