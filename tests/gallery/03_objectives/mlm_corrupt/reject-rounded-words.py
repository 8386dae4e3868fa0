# reject: the random words are rounded numbers: the first and the last come up half as often
# message: corrupt-words-uneven
# base: solution
-     words = torch.randint(vocab_size, ids.shape, generator=generator)
+     words = (torch.rand(ids.shape, generator=generator) * (vocab_size - 1)).round().long()
