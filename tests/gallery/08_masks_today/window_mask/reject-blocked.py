# reject: True means blocked
# message: window-inverted
def window_mask(n, width, global_tokens=()):
    i, j = torch.arange(n)[:, None], torch.arange(n)
    chosen = torch.zeros(n).bool()
    chosen[list(global_tokens)] = True
    return ~((j <= i) & ((i - j < width) | chosen[:, None] | chosen))
