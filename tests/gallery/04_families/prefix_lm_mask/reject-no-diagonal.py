# reject: what follows does not see itself
# message: prefix-no-diagonal
def prefix_lm_mask(p, n):
    keep = torch.ones(n, n).tril(-1).bool()
    keep[:, :p] = True
    return keep
