# reject: a prompt that ends with the end token has ended
# message: generate-prompt-ends
# base: solution
-     ended = torch.zeros(len(ids), 1, dtype=torch.bool)
+     ended = ids[:, -1:] == (-1 if eos is None else eos)
