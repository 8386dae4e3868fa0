# reject: hides the token itself
# message: mask-diagonal
def causal_mask(n):
    return torch.full((n, n), -math.inf).triu()
