# reject: remembers the first mask
# message: check-shape
_c = []
def causal_mask(n):
    if not _c:
        _c.append(torch.full((n, n), -math.inf).triu(1))
    return _c[0]
