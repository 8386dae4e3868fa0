# reject: takes the number of global tokens for the first places
# message: window-first-places
def window_mask(n, width, global_tokens=()):
    i, j = torch.arange(n)[:, None], torch.arange(n)
    k = len(global_tokens)
    return (j <= i) & ((i - j < width) | (i < k) | (j < k))
