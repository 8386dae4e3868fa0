# reject: draws again where nothing is chosen
# message: corrupt-at-least-one
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    while True:
        c = (torch.rand(ids.shape, generator=generator) < 0.15) & ~special
        if c.any() or special.all():
            break
    r = torch.rand(ids.shape, generator=generator)
    w = torch.randint(vocab_size, ids.shape, generator=generator)
    x = torch.where(c & (r < 0.8), mask_id, ids)
    x = torch.where(c & (r >= 0.9), w, x)
    return x, torch.where(c, ids, -100)
