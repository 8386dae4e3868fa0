# reject: a prompt that holds the end token has ended
# message: generate-prompt-ends
# base: solution
-     ended = torch.zeros(len(ids), 1, dtype=torch.bool)
+     ended = (ids == eos).any(1, keepdim=True) if eos is not None else torch.zeros(len(ids), 1, dtype=torch.bool)
