# reject: the rest is open as well
# message: prefix-suffix-open
def prefix_lm_mask(p, n):
    keep = torch.ones(n, n).bool()
    keep[:p, p:] = False
    return keep
