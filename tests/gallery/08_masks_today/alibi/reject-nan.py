# reject: zeros times infinity
# message: alibi-nan
def alibi(n_heads, n):
    slopes = 2.0 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)
    far = torch.arange(n)[:, None] - torch.arange(n)
    return -slopes[:, None, None] * far + torch.ones(n, n).triu(1) * -math.inf
