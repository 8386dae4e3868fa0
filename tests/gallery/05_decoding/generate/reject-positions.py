# reject: every new token is at position 0
# message: generate-greedy
# base: solution
-         out = model(new, past_key_values=cache, use_cache=True)  # only what is new is read
+         out = model(new, past_key_values=cache, use_cache=True, position_ids=torch.arange(new.shape[1])[None])
