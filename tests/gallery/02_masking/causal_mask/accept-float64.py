# accept: in double precision
def causal_mask(n):
    return torch.full((n, n), -math.inf, dtype=torch.float64).triu(1)
