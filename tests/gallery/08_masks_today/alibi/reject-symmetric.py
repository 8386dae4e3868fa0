# reject: the distance to both sides, for an encoder
# message: alibi-symmetric
def alibi(n_heads, n):
    slopes = 2.0 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)
    far = (torch.arange(n)[:, None] - torch.arange(n)).abs()
    return -slopes[:, None, None] * far
