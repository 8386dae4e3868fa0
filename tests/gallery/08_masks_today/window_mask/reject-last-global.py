# reject: the loop begins anew for each global token
# message: window-last-global
def window_mask(n, width, global_tokens=()):
    i, j = torch.arange(n)[:, None], torch.arange(n)
    near = i - j < width
    keep = near
    for g in global_tokens:
        keep = near | (i == g) | (j == g)
    return keep & (j <= i)
