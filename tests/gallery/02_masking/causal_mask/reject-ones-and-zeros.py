# reject: a table of ones and zeros, not an additive mask
# message: mask-ones
def causal_mask(n):
    return torch.tril(torch.ones(n, n))
