# accept: per-token Python loops
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    u = torch.rand(ids.shape, generator=generator).tolist()
    v = torch.rand(ids.shape, generator=generator).tolist()
    w = torch.randint(vocab_size, ids.shape, generator=generator).tolist()
    x, y = ids.tolist(), []
    sp = special.tolist()
    for b, row in enumerate(x):
        lab = []
        for i, t in enumerate(row):
            if sp[b][i] or u[b][i] >= 0.15:
                lab.append(-100); continue
            lab.append(t)
            row[i] = mask_id if v[b][i] < 0.8 else w[b][i] if v[b][i] < 0.9 else t
        y.append(lab)
    return torch.tensor(x), torch.tensor(y)
