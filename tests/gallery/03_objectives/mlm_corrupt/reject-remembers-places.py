# reject: keeps between calls which tokens may be chosen, under the shape and the number of special ones
# message: corrupt-special-asked
_open = {}


def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    key = (tuple(ids.shape), int(special.sum()))
    may = _open.setdefault(key, ~special)
    chosen = (torch.rand(ids.shape, generator=generator) < 0.15) & may
    labels = ids.masked_fill(~chosen, -100)
    fate = torch.rand(ids.shape, generator=generator)
    words = torch.randint(vocab_size, ids.shape, generator=generator)
    inputs = ids.masked_fill(chosen & (fate < 0.8), mask_id)
    return torch.where(chosen & (fate >= 0.9), words, inputs), labels
