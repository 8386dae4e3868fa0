# accept: opens the block of the prefix only: the rows below see it anyway
def prefix_lm_mask(p, n):
    keep = torch.tril(torch.ones(n, n, dtype=torch.bool))
    keep[:p, :p] = True
    return keep
