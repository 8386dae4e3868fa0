# reject: a global token is seen within the window of a global token
# message: window-wrong
def window_mask(n, width, global_tokens=()):
    keep = torch.ones(n, n, dtype=torch.bool).tril().triu(1 - width)
    for g in global_tokens:
        keep[g, : g + 1] = True
        keep[g : g + 2 * width, g] = True
    return keep
