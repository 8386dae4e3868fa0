# accept: each row sees max(p, i + 1) tokens
def prefix_lm_mask(p, n):
    return torch.arange(n) < torch.arange(1, n + 1).clamp(min=p)[:, None]
