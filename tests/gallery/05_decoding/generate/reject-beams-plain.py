# reject: beams ignore the end, early stops and the length
# message: generate-beam-no-end
# base: solution
-         ended = torch.zeros_like(tokens, dtype=torch.bool) if eos is None else tokens == eos
+         ended = torch.zeros_like(tokens, dtype=torch.bool)
