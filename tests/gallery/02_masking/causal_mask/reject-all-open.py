# reject: nothing is hidden
# message: mask-open
def causal_mask(n):
    return torch.zeros(n, n)
