# reject: a buffer of 64
# message: check-shape
def prefix_lm_mask(p, n):
    keep = torch.ones(64, 64).tril().bool()[:n, :n].clone()
    keep[:, :p] = True
    return keep
