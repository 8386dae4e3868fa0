# reject: reads the whole text again in each step
# message: generate-no-cache
# base: solution
-         out = model(new, past_key_values=cache, use_cache=True)  # only what is new is read
-         cache, logits = out.past_key_values, out.logits[:, -1].float()  # [B, V]
+         out = model(ids)
+         logits = out.logits[:, -1].float()  # [B, V]
