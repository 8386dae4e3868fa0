# reject: the slopes of eight heads
# message: alibi-eight-heads
def alibi(n_heads, n):
    slopes = 0.5 ** torch.arange(1, n_heads + 1)
    far = torch.arange(n)[:, None] - torch.arange(n)
    return (-slopes[:, None, None] * far).masked_fill(far < 0, -math.inf)
