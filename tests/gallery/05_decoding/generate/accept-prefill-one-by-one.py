# accept: reads the prompt token by token
# base: solution
-     new, cache = ids, None
+     cache = model(ids[:, :-1], use_cache=True).past_key_values if ids.shape[1] > 1 else None
+     new = ids[:, -1:]
