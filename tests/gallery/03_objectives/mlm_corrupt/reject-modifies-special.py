# reject: writes into special
# message: check-modified
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    c = (torch.rand(ids.shape, generator=generator) < 0.15)
    c &= ~special.logical_not_().logical_not()
    return ids, torch.where(c, ids, -100)
