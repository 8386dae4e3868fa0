# reject: infinity where it may look
# message: mask-inverted
def causal_mask(n):
    keep = torch.ones(n, n).tril().bool()
    return torch.zeros(n, n).masked_fill(keep, -math.inf)
