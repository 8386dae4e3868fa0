# reject: hands out the mask that it keeps
# message: check-shares-result
_SEEN = {}


def window_mask(n, width, global_tokens=()):
    key = (n, width, tuple(global_tokens))
    if key not in _SEEN:
        i, j = torch.arange(n)[:, None], torch.arange(n)
        chosen = torch.zeros(n).bool()
        chosen[list(global_tokens)] = True
        _SEEN[key] = (j <= i) & ((i - j < width) | chosen[:, None] | chosen)
    return _SEEN[key]
