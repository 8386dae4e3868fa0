# reject: sees the last four tokens only
# message: mask-closed
def causal_mask(n):
    i = torch.arange(n)
    d = i[:, None] - i
    return torch.where((d >= 0) & (d < 4), 0.0, -math.inf)
