# reject: calls model.generate
# message: generate-library
# base: solution
-     """Continue each row of ids: int64 [B, n] -> int64 [B, n + new], as the library does."""
+     """Continue each row of ids: int64 [B, n] -> int64 [B, n + new], as the library does."""
+     return model.generate(ids, attention_mask=torch.ones_like(ids), **config)
