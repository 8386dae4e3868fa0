# accept: a single draw decides everything
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    u = torch.rand(ids.shape, generator=generator).masked_fill(special, 1.0)
    words = torch.randint(vocab_size, ids.shape, generator=generator)
    inputs = torch.where(u < 0.12, torch.full_like(ids, mask_id), torch.where(u < 0.135, words, ids))
    return inputs, torch.where(u < 0.15, ids, torch.full_like(ids, -100))
