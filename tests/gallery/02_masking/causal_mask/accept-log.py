# accept: the logarithm of ones and zeros: log 0 is -inf
def causal_mask(n):
    return torch.ones(n, n).tril().log()
