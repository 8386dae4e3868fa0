# reject: the heads are counted from 0
# message: alibi-from-0
def alibi(n_heads, n):
    slopes = 2.0 ** (-8 * torch.arange(n_heads) / n_heads)
    far = torch.arange(n)[:, None] - torch.arange(n)
    return (-slopes[:, None, None] * far).masked_fill(far < 0, -math.inf)
