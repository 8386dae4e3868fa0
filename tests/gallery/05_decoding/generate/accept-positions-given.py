# accept: gives the positions itself
# base: solution
-         out = model(new, past_key_values=cache, use_cache=True)  # only what is new is read
+         at = torch.arange(ids.shape[1] - new.shape[1], ids.shape[1])[None]
+         out = model(new, past_key_values=cache, use_cache=True, position_ids=at)
