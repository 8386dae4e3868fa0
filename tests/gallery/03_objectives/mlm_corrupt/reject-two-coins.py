# reject: 80/10/10 from two independent coins
# message: corrupt-two-coins
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    chosen = (torch.rand(ids.shape, generator=generator) < 0.15) & ~special
    labels = ids.masked_fill(~chosen, -100)
    hide = chosen & (torch.rand(ids.shape, generator=generator) < 0.8)
    swap = chosen & (torch.rand(ids.shape, generator=generator) < 0.1) & ~hide
    words = torch.randint(vocab_size, ids.shape, generator=generator)
    return torch.where(swap, words, ids.masked_fill(hide, mask_id)), labels
