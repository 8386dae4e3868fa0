# reject: a global token sees what comes after it
# message: window-future-rows
def window_mask(n, width, global_tokens=()):
    i, j = torch.arange(n)[:, None], torch.arange(n)
    keep = (j <= i) & (i - j < width)
    for g in global_tokens:
        keep[g] = True
        keep[g:, g] = True
    return keep
