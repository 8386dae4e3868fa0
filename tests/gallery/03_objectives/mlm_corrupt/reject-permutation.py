# reject: exactly 15 % of all by a permutation
# message: corrupt-exact
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    flat = (~special).flatten().nonzero()[:, 0]
    k = round(0.15 * len(flat))
    pick = flat[torch.randperm(len(flat), generator=generator)[:k]]
    c = torch.zeros(ids.numel(), dtype=torch.bool); c[pick] = True; c = c.view(ids.shape)
    r = torch.rand(ids.shape, generator=generator)
    w = torch.randint(vocab_size, ids.shape, generator=generator)
    x = torch.where(c & (r < 0.8), mask_id, ids)
    x = torch.where(c & (r >= 0.9), w, x)
    return x, torch.where(c, ids, -100)
