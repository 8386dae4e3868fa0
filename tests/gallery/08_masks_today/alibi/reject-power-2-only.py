# reject: asks for a power of two
# message: check-raised-at
def alibi(n_heads, n):
    assert math.log2(n_heads).is_integer()
    slopes = 2.0 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)
    far = torch.arange(n)[:, None] - torch.arange(n)
    return (-slopes[:, None, None] * far).masked_fill(far < 0, -math.inf)
