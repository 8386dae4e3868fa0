# reject: the keys before the token, without itself
# message: window-wrong
def window_mask(n, width, global_tokens=()):
    i, j = torch.arange(n)[:, None], torch.arange(n)
    chosen = torch.zeros(n).bool()
    chosen[list(global_tokens)] = True
    return (j < i) & ((i - j <= width) | chosen[:, None] | chosen)
