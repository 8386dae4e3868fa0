# reject: one for each text at least
# message: corrupt-at-least-one
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    c = (torch.rand(ids.shape, generator=generator) < 0.15) & ~special
    for b in range(len(ids)):
        if not c[b].any() and not special[b].all():
            flat = (~special[b]).nonzero()[:, 0]
            c[b, flat[torch.randint(len(flat), (1,), generator=generator)]] = True
    r = torch.rand(ids.shape, generator=generator)
    w = torch.randint(vocab_size, ids.shape, generator=generator)
    x = torch.where(c & (r < 0.8), mask_id, ids)
    x = torch.where(c & (r >= 0.9), w, x)
    return x, torch.where(c, ids, -100)
