# reject: 4 for the mask, whatever `mask_id` says
# message: corrupt-mask-id
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    mask_id = 4
    c = (torch.rand(ids.shape, generator=generator) < 0.15) & ~special
    r = torch.rand(ids.shape, generator=generator)
    w = torch.randint(vocab_size, ids.shape, generator=generator)
    x = torch.where(c & (r < 0.8), mask_id, ids)
    x = torch.where(c & (r >= 0.9), w, x)
    return x, torch.where(c, ids, -100)
