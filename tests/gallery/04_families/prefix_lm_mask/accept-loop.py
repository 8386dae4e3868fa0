# accept: entry by entry
def prefix_lm_mask(p, n):
    keep = torch.zeros(n, n, dtype=torch.bool)
    for i in range(n):
        for j in range(n):
            keep[i, j] = j <= i or j < p
    return keep
