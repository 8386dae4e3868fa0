# reject: feeds the whole text beside the cache
# message: generate-greedy
# base: solution
-         out = model(new, past_key_values=cache, use_cache=True)  # only what is new is read
+         out = model(ids, past_key_values=cache, use_cache=True)  # only what is new is read

-         out = model(new, past_key_values=cache, use_cache=True)
+         out = model(ids, past_key_values=cache, use_cache=True)
