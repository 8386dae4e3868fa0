# reject: a boolean mask
# message: check-dtype
def causal_mask(n):
    return torch.ones(n, n).tril().bool()
