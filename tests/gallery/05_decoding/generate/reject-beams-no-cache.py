# reject: beams read the whole text again
# message: generate-no-cache
# base: solution
-         cache.reorder_cache(parents)  # each beam goes on with its parent's keys and values
-         out = model(new, past_key_values=cache, use_cache=True)
-         cache, logits = out.past_key_values, out.logits[:, -1]
+         logits = model(live).logits[:, -1]
