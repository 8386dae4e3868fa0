# reject: hides the past
# message: mask-transposed
def causal_mask(n):
    return torch.full((n, n), -math.inf).tril(diagonal=-1)
