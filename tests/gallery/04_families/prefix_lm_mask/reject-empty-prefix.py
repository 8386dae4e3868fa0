# reject: a negative index when the prefix is empty
# message: prefix-other
def prefix_lm_mask(p, n):
    keep = torch.ones(n, n).tril().bool()
    keep[:p, : p or -1] = True
    keep[:, : p if p else n - 1] = True
    return keep
