# accept: a very low finite number
def causal_mask(n):
    return torch.triu(torch.ones(n, n), diagonal=1) * -1e9
