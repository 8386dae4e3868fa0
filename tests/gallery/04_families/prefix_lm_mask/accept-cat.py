# accept: two blocks side by side
def prefix_lm_mask(p, n):
    left = torch.ones(n, p, dtype=torch.bool)
    right = torch.ones(n, n - p, dtype=torch.bool).tril(-p)
    return torch.cat([left, right], 1)
