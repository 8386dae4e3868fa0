# reject: the range of the random words lies within that of the masks
# message: corrupt-ranges
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    chosen = (torch.rand(ids.shape, generator=generator) < 0.15) & ~special
    labels = ids.masked_fill(~chosen, -100)
    draw = torch.rand(ids.shape, generator=generator)
    words = torch.randint(vocab_size, ids.shape, generator=generator)
    inputs = ids.masked_fill(chosen & (draw < 0.8), mask_id)
    return torch.where(chosen & (draw < 0.1), words, inputs), labels
