# reject: keeps results between calls under the lengths and the first and last loss of each text
# message: check-remembered
_kept = {}


def perplexity(nll_per_token):
    key = tuple((len(t), float(t[0]), float(t[-1])) for t in nll_per_token)
    if key not in _kept:
        _kept[key] = torch.cat(nll_per_token).mean().exp().item()
    return _kept[key]
