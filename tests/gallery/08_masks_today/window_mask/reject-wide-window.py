# reject: a window must fit into the text
# message: check-raised-at
def window_mask(n, width, global_tokens=()):
    keep = torch.zeros(n, n).bool()
    for i in range(n):
        for k in range(width):
            if i >= k or width > n:
                keep[i, i - k] = True
    for g in global_tokens:
        keep[g, :g] = True
        keep[g:, g] = True
    return keep
