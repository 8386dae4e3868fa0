# reject: half the window to each side
# message: window-future-some
def window_mask(n, width, global_tokens=()):
    i, j = torch.arange(n)[:, None], torch.arange(n)
    chosen = torch.zeros(n).bool()
    chosen[list(global_tokens)] = True
    return ((i - j).abs() <= width // 2) | ((j <= i) & (chosen[:, None] | chosen))
