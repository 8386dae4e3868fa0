# reject: a global token at place 0 is taken for none
# message: window-not-0
def window_mask(n, width, global_tokens=()):
    keep = torch.ones(n, n, dtype=torch.bool).tril().triu(1 - width)
    for g in filter(None, global_tokens):
        keep[g, :g] = True
        keep[g:, g] = True
    return keep
