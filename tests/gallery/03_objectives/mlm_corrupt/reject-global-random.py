# reject: ignores the generator
# message: corrupt-generator-unused
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    chosen = (torch.rand(ids.shape) < 0.15) & ~special
    labels = ids.masked_fill(~chosen, -100)
    fate = torch.rand(ids.shape)
    words = torch.randint(vocab_size, ids.shape)
    inputs = ids.masked_fill(chosen & (fate < 0.8), mask_id)
    inputs = torch.where(chosen & (fate >= 0.9), words, inputs)
    return inputs, labels
