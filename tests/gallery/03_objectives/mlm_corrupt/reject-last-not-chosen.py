# reject: the last chosen token of a batch is left out
# message: corrupt-tiny-rate
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    inputs, labels = ids.clone(), torch.full_like(ids, -100)
    coins = torch.rand(ids.shape, generator=generator)
    for text, place in ((coins < 0.15) & ~special).nonzero().tolist()[:-1]:
        labels[text, place] = ids[text, place]
        fate = torch.rand(1, generator=generator).item()
        if fate < 0.8:
            inputs[text, place] = mask_id
        elif fate < 0.9:
            inputs[text, place] = torch.randint(vocab_size, (1,), generator=generator).item()
    return inputs, labels
