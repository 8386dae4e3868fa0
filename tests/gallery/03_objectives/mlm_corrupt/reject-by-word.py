# reject: equal words alike
# message: corrupt-by-word
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    c = (torch.rand(int(ids.max()) + 1, generator=generator) < 0.15)[ids] & ~special
    r = torch.rand(ids.shape, generator=generator)
    w = torch.randint(vocab_size, ids.shape, generator=generator)
    x = torch.where(c & (r < 0.8), mask_id, ids)
    x = torch.where(c & (r >= 0.9), w, x)
    return x, torch.where(c, ids, -100)
