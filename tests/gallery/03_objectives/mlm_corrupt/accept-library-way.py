# accept: the library's way: 80 %, then half of the rest
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    chosen = torch.bernoulli(torch.full(ids.shape, 0.15).masked_fill(special, 0.0), generator=generator).bool()
    labels = torch.where(chosen, ids, torch.tensor(-100))
    hide = torch.bernoulli(torch.full(ids.shape, 0.8), generator=generator).bool() & chosen
    swap = torch.bernoulli(torch.full(ids.shape, 0.5), generator=generator).bool() & chosen & ~hide
    inputs = ids.clone()
    inputs[hide] = mask_id
    words = torch.randint(vocab_size, ids.shape, generator=generator, dtype=torch.long)
    inputs[swap] = words[swap]
    return inputs, labels
