# accept: Python's random seeded by one draw of the generator
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    rng = random.Random(int(torch.randint(2**31, (1,), generator=generator)))
    x, y = ids.clone(), torch.full_like(ids, -100)
    for b, i in (~special).nonzero().tolist():
        if rng.random() < 0.15:
            y[b, i] = ids[b, i]; r = rng.random()
            if r < 0.8: x[b, i] = mask_id
            elif r < 0.9: x[b, i] = rng.randrange(vocab_size)
    return x, y
