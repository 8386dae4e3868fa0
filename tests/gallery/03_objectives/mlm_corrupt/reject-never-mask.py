# reject: the mask is no random word
# message: corrupt-never-mask
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    c = (torch.rand(ids.shape, generator=generator) < 0.15) & ~special
    r = torch.rand(ids.shape, generator=generator)
    w = torch.randint(vocab_size - 1, ids.shape, generator=generator)
    w = w + (w >= mask_id).long()
    x = torch.where(c & (r < 0.8), mask_id, ids)
    x = torch.where(c & (r >= 0.9), w, x)
    return x, torch.where(c, ids, -100)
