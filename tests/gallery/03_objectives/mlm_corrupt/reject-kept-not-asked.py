# reject: the kept tenth is not asked for
# message: corrupt-kept-unasked
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    chosen = (torch.rand(ids.shape, generator=generator) < 0.15) & ~special
    labels = ids.masked_fill(~chosen, -100)
    fate = torch.rand(ids.shape, generator=generator)
    words = torch.randint(vocab_size, ids.shape, generator=generator)
    inputs = ids.masked_fill(chosen & (fate < 0.8), mask_id)
    inputs = torch.where(chosen & (fate >= 0.9), words, inputs)
    labels = labels.masked_fill((fate >= 0.8) & (fate < 0.9), -100)
    return inputs, labels
