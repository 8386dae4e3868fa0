# reject: a position that is named twice cancels itself
# message: window-doubles
def window_mask(n, width, global_tokens=()):
    i, j = torch.arange(n)[:, None], torch.arange(n)
    chosen = torch.zeros(n).bool()
    for g in global_tokens:
        chosen[g] = ~chosen[g]
    return (j <= i) & ((i - j < width) | chosen[:, None] | chosen)
