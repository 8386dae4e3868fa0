# reject: global tokens see, and are seen, everywhere
# message: window-future-global
def window_mask(n, width, global_tokens=()):
    i, j = torch.arange(n)[:, None], torch.arange(n)
    keep = (j <= i) & (i - j < width)
    keep[list(global_tokens)] = True
    keep[:, list(global_tokens)] = True
    return keep
