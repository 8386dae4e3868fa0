# reject: half precision on the way
# message: alibi-wrong
def alibi(n_heads, n):
    slopes = (2.0 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)).half()
    far = torch.arange(n)[:, None] - torch.arange(n)
    return (-slopes[:, None, None] * far).float().masked_fill(far < 0, -math.inf)
