# reject: integers cannot hold infinity
# message: check-dtype
def causal_mask(n):
    return torch.ones(n, n, dtype=torch.long).triu(1) * -10**9
