# reject: the last chosen token of a batch always stays as it is
# message: corrupt-tiny
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    inputs = ids.clone()
    chosen = (torch.rand(ids.shape, generator=generator) < 0.15) & ~special
    for text, place in chosen.nonzero().tolist()[:-1]:
        fate = torch.rand(1, generator=generator).item()
        if fate < 0.8:
            inputs[text, place] = mask_id
        elif fate < 0.9:
            inputs[text, place] = torch.randint(vocab_size, (1,), generator=generator).item()
    return inputs, ids.masked_fill(~chosen, -100)
