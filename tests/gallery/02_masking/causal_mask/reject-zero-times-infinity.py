# reject: 0 times infinity: NaN on and below the diagonal
# message: mask-nan
def causal_mask(n):
    return torch.triu(torch.ones(n, n), diagonal=1) * -math.inf
