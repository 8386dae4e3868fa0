# accept: the fate is drawn as a category
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    chosen = (torch.rand(ids.shape, generator=generator) < 0.15) & ~special
    fate = torch.multinomial(torch.tensor([0.8, 0.1, 0.1]), ids.numel(), replacement=True, generator=generator)
    fate = fate.reshape(ids.shape)
    inputs, labels = ids.clone(), torch.full_like(ids, -100)
    labels[chosen] = ids[chosen]
    inputs[chosen & (fate == 0)] = mask_id
    swap = chosen & (fate == 1)
    inputs[swap] = torch.randint(0, vocab_size, (int(swap.sum()),), generator=generator)
    return inputs, labels
