# reject: a batch dimension in front
# message: check-shape
def causal_mask(n):
    return torch.full((n, n), -math.inf).triu(1)[None]
