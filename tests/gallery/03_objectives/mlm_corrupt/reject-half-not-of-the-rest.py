# reject: the library's second coin without `& ~hide`: 40/50/10
# message: corrupt-shares
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    chosen = (torch.rand(ids.shape, generator=generator) < 0.15) & ~special
    labels = ids.masked_fill(~chosen, -100)
    inputs = ids.masked_fill(chosen & (torch.rand(ids.shape, generator=generator) < 0.8), mask_id)
    words = torch.randint(vocab_size, ids.shape, generator=generator)
    swap = chosen & (torch.rand(ids.shape, generator=generator) < 0.5)
    return torch.where(swap, words, inputs), labels
