# reject: the prefix is one token too long
# message: prefix-too-long
def prefix_lm_mask(p, n):
    keep = torch.ones(n, n).tril().bool()
    keep[:, : p + 1] = True
    return keep
