# reject: the choice's draw decides the fate, too
# message: corrupt-all-masks
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    r = torch.rand(ids.shape, generator=generator)
    c = (r < 0.15) & ~special
    w = torch.randint(vocab_size, ids.shape, generator=generator)
    x = torch.where(c & (r < 0.8), mask_id, ids)
    x = torch.where(c & (r >= 0.9), w, x)
    return x, torch.where(c, ids, -100)
