# reject: an additive mask
# message: check-dtype
def prefix_lm_mask(p, n):
    i, j = torch.arange(n)[:, None], torch.arange(n)[None]
    return torch.zeros(n, n).masked_fill((j > i) & (j >= p), -math.inf)
