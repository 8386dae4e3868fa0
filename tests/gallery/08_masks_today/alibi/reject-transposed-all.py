# reject: keys in the rows
# message: alibi-transposed
def alibi(n_heads, n):
    slopes = 2.0 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)
    far = torch.arange(n) - torch.arange(n)[:, None]
    return (-slopes[:, None, None] * far).masked_fill(far < 0, -math.inf)
