# reject: p taken for the length of the rest
# message: prefix-suffix-length
def prefix_lm_mask(p, n):
    keep = torch.ones(n, n).tril().bool()
    keep[:, : n - p] = True
    return keep
