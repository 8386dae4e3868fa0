# reject: distances end at 100
# message: alibi-long
def alibi(n_heads, n):
    slopes = 2.0 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)
    far = (torch.arange(n)[:, None] - torch.arange(n)).clamp(max=100)
    return (-slopes[:, None, None] * far).masked_fill(far < 0, -math.inf)
