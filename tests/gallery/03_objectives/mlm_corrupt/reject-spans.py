# reject: neighbours chosen together
# message: corrupt-neighbours
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    start = torch.rand(ids.shape, generator=generator) < 0.078
    c = (start | torch.cat([torch.zeros_like(start[:, :1]), start[:, :-1]], 1)) & ~special
    r = torch.rand(ids.shape, generator=generator)
    w = torch.randint(vocab_size, ids.shape, generator=generator)
    x = torch.where(c & (r < 0.8), mask_id, ids)
    x = torch.where(c & (r >= 0.9), w, x)
    return x, torch.where(c, ids, -100)
