# reject: the first rows wrap round to the end
# message: window-wrong
def window_mask(n, width, global_tokens=()):
    keep = torch.zeros(n, n).bool()
    for i in range(n):
        for k in range(min(width, n)):
            keep[i, i - k] = True
    for g in global_tokens:
        keep[g, :g] = True
        keep[g:, g] = True
    return keep
