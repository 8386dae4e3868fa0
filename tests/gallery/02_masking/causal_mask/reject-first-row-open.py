# reject: opens the first row
# message: mask-wrong
def causal_mask(n):
    m = torch.full((n, n), -math.inf).triu(1)
    m[0] = 0
    return m
