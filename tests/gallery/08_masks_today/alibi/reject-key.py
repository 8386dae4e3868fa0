# reject: slope times the place of the key, as a famous model adds it
# message: alibi-key
def alibi(n_heads, n):
    slopes = 2.0 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)
    bias = slopes[:, None, None] * torch.arange(n).expand(n, n)
    return bias.masked_fill(torch.ones(n, n).triu(1).bool(), -math.inf)
