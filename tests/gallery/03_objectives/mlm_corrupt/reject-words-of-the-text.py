# reject: the random word is the next one of the text
# message: corrupt-changed-unasked
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    chosen = (torch.rand(ids.shape, generator=generator) < 0.15) & ~special
    labels = ids.masked_fill(~chosen, -100)
    fate = torch.rand(ids.shape, generator=generator)
    inputs = ids.masked_fill(chosen & (fate < 0.8), mask_id)
    swap = fate >= 0.9
    return torch.where(swap & ~special, ids.roll(1, 1), inputs), labels
