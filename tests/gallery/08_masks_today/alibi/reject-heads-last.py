# reject: the heads in the last dimension
# message: alibi-heads-last
def alibi(n_heads, n):
    slopes = 2.0 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)
    far = (torch.arange(n)[:, None] - torch.arange(n))[..., None]
    return (-slopes * far).masked_fill(far < 0, -math.inf)
