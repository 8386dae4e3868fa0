# reject: an eos_token_id of None needs a pad token
# message: check-raised-at
# base: solution
-         if eos is not None:
+         if "eos_token_id" in config:
