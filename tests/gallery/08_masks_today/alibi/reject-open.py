# reject: the future stays open
# message: alibi-future-open
def alibi(n_heads, n):
    slopes = 2.0 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)
    far = torch.arange(n)[:, None] - torch.arange(n)
    return -slopes[:, None, None] * far
