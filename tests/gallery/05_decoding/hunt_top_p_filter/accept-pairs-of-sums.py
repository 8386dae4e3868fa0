# accept: checks the two sums around the border
def hunt_top_p_filter(f):
    g = torch.Generator().manual_seed(0)
    for dtype in (torch.float32, torch.float64):
        for rows, vocab, p, size, shift in (
            (1, 4, 0.6, 1.0, 0), (3, 5, 0.8, 1.0, 0), (4, 7, 0.3, 2.0, 5), (3, 6, 0.95, 1.5, -20), (2, 3, 0.993, 3.0, 0),
            (3, 1, 0.4, 1.0, 0), (2, 2500, 0.9, 0.5, 0), (40, 6, 0.7, 1.0, 0), (3, 6, 1, 9.0, 0), (3, 5, 0.05, 1.0, 900), (8, 5, 0.992, 1.6, 0),
        ):
            x = (torch.randn(rows, vocab, generator=g) * size + shift).to(dtype)
            for logits in (x, x.clone().masked_fill(torch.arange(vocab) == 2, -math.inf)) if vocab > 3 else (x,):
                saved = logits.clone()
                try:
                    got = f(logits, p)
                    if not torch.equal(logits, saved) or got.dtype != dtype or got.shape != logits.shape:
                        return False
                except Exception:
                    return False
                stays = got > -1e4
                if not torch.equal(got[stays], logits[stays]) or not stays.any(-1).all():
                    return False
                if p == 1:
                    if not torch.equal(stays, logits > -math.inf):
                        return False
                    continue
                probs = logits.double().softmax(-1)
                kept = probs * stays
                sums, least = kept.sum(-1), probs.masked_fill(~stays, 2.0).amin(-1)
                if (sums < p - 1e-6).any() or (sums - least > p + 1e-6).any():
                    return False
                if (probs.masked_fill(stays, 0.0).amax(-1) > least + 1e-12).any():
                    return False
    equal = f(torch.ones(2, 5), 0.5)
    return bool(((equal > -1e4).sum(-1) == 3).all())
