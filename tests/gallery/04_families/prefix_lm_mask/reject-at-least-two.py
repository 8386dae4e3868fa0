# reject: prefixes shorter than two count as two
# message: prefix-too-long
def prefix_lm_mask(p, n):
    keep = torch.ones(n, n).tril().bool()
    keep[:, :max(p, 2)] = True
    return keep
