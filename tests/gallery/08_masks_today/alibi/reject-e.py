# reject: powers of e
# message: alibi-e
def alibi(n_heads, n):
    slopes = (-8 * torch.arange(1, n_heads + 1) / n_heads).exp()
    far = torch.arange(n)[:, None] - torch.arange(n)
    return (-slopes[:, None, None] * far).masked_fill(far < 0, -math.inf)
