# accept: the prompt is read by each beam
# base: solution
-     out = model(ids, use_cache=True)  # each prompt is read once, not once a beam
-     cache = out.past_key_values
-     cache.batch_repeat_interleave(k)
-     logits = out.logits[:, -1].repeat_interleave(k, dim=0)  # [B * k, V]
+     out = model(ids.repeat_interleave(k, dim=0), use_cache=True)
+     cache, logits = out.past_key_values, out.logits[:, -1]
