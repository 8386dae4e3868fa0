# reject: only the prefix is seen
# message: prefix-columns-only
def prefix_lm_mask(p, n):
    keep = torch.zeros(n, n).bool()
    keep[:, :p] = True
    return keep
