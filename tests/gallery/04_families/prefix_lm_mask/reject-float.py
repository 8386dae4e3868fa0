# reject: a float mask of ones and zeros
# message: check-dtype
def prefix_lm_mask(p, n):
    keep = torch.ones(n, n).tril()
    keep[:, :p] = 1
    return keep
