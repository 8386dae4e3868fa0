# reject: one token: squeezed to no dimension
# message: check-shape
def prefix_lm_mask(p, n):
    keep = torch.ones(n, n).tril().bool()
    keep[:, :p] = True
    return keep.squeeze()
