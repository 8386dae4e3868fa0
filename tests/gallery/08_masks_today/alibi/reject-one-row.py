# reject: the last query only
# message: check-shape
def alibi(n_heads, n):
    slopes = 2.0 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)
    return -slopes[:, None, None] * torch.arange(n - 1, -1, -1)[None, None]
