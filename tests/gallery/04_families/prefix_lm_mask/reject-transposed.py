# reject: rows and columns swapped
# message: prefix-transposed
def prefix_lm_mask(p, n):
    keep = torch.ones(n, n).tril().bool()
    keep[:, :p] = True
    return keep.T
