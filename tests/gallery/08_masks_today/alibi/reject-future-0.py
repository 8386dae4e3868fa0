# reject: 0 on the future
# message: alibi-future-0
def alibi(n_heads, n):
    slopes = 2.0 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)
    far = torch.arange(n)[:, None] - torch.arange(n)
    return (-slopes[:, None, None] * far).tril()
