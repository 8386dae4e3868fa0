# reject: blocks with -10
# message: mask-weak
def causal_mask(n):
    return torch.triu(torch.ones(n, n), diagonal=1) * -10.0
