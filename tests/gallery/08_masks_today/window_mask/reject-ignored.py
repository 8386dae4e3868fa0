# reject: leaves the global tokens out
# message: window-only
def window_mask(n, width, global_tokens=()):
    return torch.ones(n, n, dtype=torch.bool).tril().triu(1 - width)
