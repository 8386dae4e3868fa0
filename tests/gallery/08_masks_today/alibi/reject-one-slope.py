# reject: one slope for all heads
# message: alibi-one-slope
def alibi(n_heads, n):
    far = torch.arange(n)[:, None] - torch.arange(n)
    bias = (-(2.0 ** (-8 / n_heads)) * far).masked_fill(far < 0, -math.inf)
    return bias.expand(n_heads, n, n).clone()
