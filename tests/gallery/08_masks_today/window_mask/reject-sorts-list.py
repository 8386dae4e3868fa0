# reject: sorts the caller's list
# message: check-modified
def window_mask(n, width, global_tokens=()):
    if isinstance(global_tokens, list):
        global_tokens.sort()
    i, j = torch.arange(n)[:, None], torch.arange(n)
    chosen = torch.zeros(n).bool()
    chosen[list(global_tokens)] = True
    return (j <= i) & ((i - j < width) | chosen[:, None] | chosen)
