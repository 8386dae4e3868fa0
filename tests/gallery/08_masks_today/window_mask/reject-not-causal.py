# reject: a window to both sides, as Longformer's
# message: window-future
def window_mask(n, width, global_tokens=()):
    i, j = torch.arange(n)[:, None], torch.arange(n)
    chosen = torch.zeros(n).bool()
    chosen[list(global_tokens)] = True
    return ((i - j).abs() < width) | chosen[:, None] | chosen
