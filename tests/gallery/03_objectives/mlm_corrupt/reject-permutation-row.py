# reject: exactly 15 % of each text
# message: corrupt-exact
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    c = torch.zeros_like(special)
    for b in range(len(ids)):
        flat = (~special[b]).nonzero()[:, 0]
        k = int(0.15 * len(flat) + 0.5)
        c[b, flat[torch.randperm(len(flat), generator=generator)[:k]]] = True
    r = torch.rand(ids.shape, generator=generator)
    w = torch.randint(vocab_size, ids.shape, generator=generator)
    x = torch.where(c & (r < 0.8), mask_id, ids)
    x = torch.where(c & (r >= 0.9), w, x)
    return x, torch.where(c, ids, -100)
