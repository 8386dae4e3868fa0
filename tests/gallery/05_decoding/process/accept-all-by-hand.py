# accept: everything by hand
def process(logits, previous, config):
    rp, n, t, k, p = (config.get(x, d) for x, d in (("repetition_penalty", 1.0), ("no_repeat_ngram_size", 0), ("temperature", 1.0), ("top_k", 0), ("top_p", 1.0)))
    z = logits.clone()
    for b, row in enumerate(previous.tolist()):
        for token in set(row):
            z[b, token] = z[b, token] / rp if z[b, token] > 0 else z[b, token] * rp
        for i in range(len(row) - n + 1 if n else 0):
            if row[i : i + n - 1] == row[len(row) - n + 1 :]:
                z[b, row[i + n - 1]] = -math.inf
    z = z / t
    if k:
        z = z.masked_fill(z < z.topk(min(k, z.shape[-1])).values[:, -1:], -math.inf)
    if p < 1:
        s, o = z.sort(descending=True)
        c = s.softmax(-1).cumsum(-1)
        s[:, 1:] = s[:, 1:].masked_fill(c[:, :-1] >= p, -math.inf)
        z = torch.empty_like(z).scatter(1, o, s)
    return z
