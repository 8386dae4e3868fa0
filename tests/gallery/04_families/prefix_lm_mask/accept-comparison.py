# accept: two comparisons
def prefix_lm_mask(p, n):
    i, j = torch.arange(n)[:, None], torch.arange(n)[None, :]
    return (j <= i) | (j < p)
