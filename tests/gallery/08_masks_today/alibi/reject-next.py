# reject: a token is 1 away from itself
# message: alibi-next
def alibi(n_heads, n):
    slopes = 2.0 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)
    far = torch.arange(1, n + 1)[:, None] - torch.arange(n)
    return (-slopes[:, None, None] * far).masked_fill(far < 1, -math.inf)
