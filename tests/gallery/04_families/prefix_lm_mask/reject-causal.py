# reject: plain causal: the prefix is forgotten
# message: prefix-causal
def prefix_lm_mask(p, n):
    return torch.ones(n, n).tril().bool()
