# reject: reads the prompt without its last token first; of one token nothing is left
# message: check-raised-at
# base: solution
-     new, cache = ids, None
+     cache = model(ids[:, :-1], use_cache=True).past_key_values
+     new = ids[:, -1:]
