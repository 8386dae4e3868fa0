# reject: cuts the mask from a buffer of 1024 tokens
# message: check-shape
_BUFFER = torch.full((1024, 1024), -math.inf).triu(diagonal=1)


def causal_mask(n):
    return _BUFFER[:n, :n].clone()
