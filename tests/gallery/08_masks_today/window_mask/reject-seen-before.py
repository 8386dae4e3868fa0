# reject: a global token is seen by queries before it
# message: window-future-columns
def window_mask(n, width, global_tokens=()):
    i, j = torch.arange(n)[:, None], torch.arange(n)
    keep = (j <= i) & (i - j < width)
    for g in global_tokens:
        keep[g, :g] = True
        keep[:, g] = True
    return keep
