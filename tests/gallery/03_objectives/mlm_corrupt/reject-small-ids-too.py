# reject: special and ids below 5
# message: corrupt-by-word
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    c = (torch.rand(ids.shape, generator=generator) < 0.15) & ~special & (ids != 0) & (ids != mask_id)
    r = torch.rand(ids.shape, generator=generator)
    w = torch.randint(vocab_size, ids.shape, generator=generator)
    x = torch.where(c & (r < 0.8), mask_id, ids)
    x = torch.where(c & (r >= 0.9), w, x)
    return x, torch.where(c, ids, -100)
