# reject: the second coin overwrites the first: 72/10/18
# message: corrupt-two-coins
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    chosen = (torch.rand(ids.shape, generator=generator) < 0.15) & ~special
    labels = ids.masked_fill(~chosen, -100)
    inputs = ids.masked_fill(chosen & (torch.rand(ids.shape, generator=generator) < 0.8), mask_id)
    words = torch.randint(vocab_size, ids.shape, generator=generator)
    swap = chosen & (torch.rand(ids.shape, generator=generator) < 0.1)
    return torch.where(swap, words, inputs), labels
