# reject: a mask of the largest n so far, of which a part is handed out
# message: check-shares-result
_mask = torch.zeros(0, 0)


def causal_mask(n):
    global _mask
    if len(_mask) < n:
        _mask = torch.full((n, n), -math.inf).triu(1)
    return _mask[:n, :n]
