# reject: the beams of the first prompt for all
# message: generate-first-row
# base: solution
-     pad = config.get("pad_token_id") or 0
+     pad = config.get("pad_token_id") or 0
+     texts = [torch.cat([ids[b], texts[0][n:]]) for b in range(rows)]
