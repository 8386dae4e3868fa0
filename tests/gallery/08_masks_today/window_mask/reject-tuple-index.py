# reject: the tuple as an index of many dimensions
# message: check-raised-at
def window_mask(n, width, global_tokens=()):
    i, j = torch.arange(n)[:, None], torch.arange(n)
    chosen = torch.zeros(n).bool()
    chosen[global_tokens] = True
    return (j <= i) & ((i - j < width) | chosen[:, None] | chosen)
