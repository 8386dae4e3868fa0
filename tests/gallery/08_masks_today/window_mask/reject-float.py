# reject: ones and zeros
# message: check-dtype
def window_mask(n, width, global_tokens=()):
    keep = torch.ones(n, n).tril().triu(1 - width)
    for g in global_tokens:
        keep[g, :g] = 1
        keep[g:, g] = 1
    return keep
