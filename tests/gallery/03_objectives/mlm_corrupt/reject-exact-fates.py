# reject: exact 80/10/10 of the chosen ones
# message: corrupt-exact-fates
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    c = (torch.rand(ids.shape, generator=generator) < 0.15) & ~special
    x = ids.clone(); y = torch.full_like(ids, -100); y[c] = ids[c]
    pos = c.nonzero(); pos = pos[torch.randperm(len(pos), generator=generator)]
    a, b = int(0.8 * len(pos)), int(0.9 * len(pos))
    x[pos[:a, 0], pos[:a, 1]] = mask_id
    w = torch.randint(vocab_size, (b - a,), generator=generator)
    x[pos[a:b, 0], pos[a:b, 1]] = w
    return x, y
