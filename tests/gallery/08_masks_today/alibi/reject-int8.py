# reject: distances in 8 bits
# message: alibi-long
def alibi(n_heads, n):
    slopes = 2.0 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)
    place = torch.arange(n).to(torch.int8)
    bias = -slopes[:, None, None] * (place[:, None] - place)
    return bias.masked_fill(torch.ones(n, n).triu(1).bool(), -math.inf)
