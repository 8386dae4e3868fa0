# reject: -1e-9 written for -1e9
# message: mask-weak
def causal_mask(n):
    return torch.triu(torch.ones(n, n), diagonal=1) * -1e-9
