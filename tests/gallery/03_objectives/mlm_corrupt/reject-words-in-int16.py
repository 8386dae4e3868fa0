# reject: draws the random words as int16, which ends at 32,767
# message: corrupt-out-of-range
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    chosen = (torch.rand(ids.shape, generator=generator) < 0.15) & ~special
    labels = ids.masked_fill(~chosen, -100)
    fate = torch.rand(ids.shape, generator=generator)
    words = torch.randint(vocab_size, ids.shape, generator=generator).to(torch.int16).long()
    inputs = ids.masked_fill(chosen & (fate < 0.8), mask_id)
    return torch.where(chosen & (fate >= 0.9), words, inputs), labels
