# reject: opens the first two rows only
# message: prefix-wrong
def prefix_lm_mask(p, n):
    keep = torch.ones(n, n).tril().bool()
    keep[0, 1:p] = True
    if p > 2: keep[1, 2:p] = True
    return keep
