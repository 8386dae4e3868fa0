# accept: the lowest number of float32
def causal_mask(n):
    return torch.full((n, n), torch.finfo(torch.float32).min).triu(1)
