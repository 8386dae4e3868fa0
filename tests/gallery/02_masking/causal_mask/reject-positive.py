# reject: the sign is missing: plus infinity attracts everything
# message: mask-positive
def causal_mask(n):
    return torch.full((n, n), math.inf).triu(diagonal=1)
