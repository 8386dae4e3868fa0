# reject: no global token opens all, since an empty index is everything
# message: window-causal
def window_mask(n, width, global_tokens=()):
    i, j = torch.arange(n)[:, None], torch.arange(n)
    chosen = torch.zeros(n).bool()
    if isinstance(global_tokens, list):
        chosen[global_tokens] = True
    elif len(global_tokens) > 1:
        chosen[torch.tensor(global_tokens)] = True
    else:
        chosen[global_tokens] = True
    return (j <= i) & ((i - j < width) | chosen[:, None] | chosen)
