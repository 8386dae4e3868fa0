# reject: the rest does not see the prefix
# message: prefix-block-only
def prefix_lm_mask(p, n):
    keep = torch.zeros(n, n).bool()
    keep[:p, :p] = True
    keep[p:, p:] = torch.ones(n - p, n - p).tril().bool()
    return keep
