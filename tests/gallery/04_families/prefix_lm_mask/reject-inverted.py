# reject: True where blocked
# message: prefix-inverted
def prefix_lm_mask(p, n):
    keep = torch.ones(n, n).tril().bool()
    keep[:, :p] = True
    return ~keep
