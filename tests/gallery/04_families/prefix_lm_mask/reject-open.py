# reject: everything open
# message: prefix-open
def prefix_lm_mask(p, n):
    return torch.ones(n, n).bool()
