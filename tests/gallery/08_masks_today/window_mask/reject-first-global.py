# reject: the first global token only
# message: window-first-global
def window_mask(n, width, global_tokens=()):
    i, j = torch.arange(n)[:, None], torch.arange(n)
    keep = i - j < width
    if len(global_tokens):
        keep = keep | (i == global_tokens[0]) | (j == global_tokens[0])
    return keep & (j <= i)
