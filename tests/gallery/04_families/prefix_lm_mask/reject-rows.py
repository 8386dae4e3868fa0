# reject: the rows of the prefix see everything
# message: prefix-rows
def prefix_lm_mask(p, n):
    keep = torch.ones(n, n).tril().bool()
    keep[:p] = True
    return keep
