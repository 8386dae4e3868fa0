# reject: the slopes of the paper's code
# message: alibi-interleaved
def alibi(n_heads, n):
    def powers(k):
        return [2 ** (-8 * h / k) for h in range(1, k + 1)]

    below = 2 ** int(math.log2(n_heads))
    slopes = powers(below) + powers(2 * below)[0::2][: n_heads - below]
    far = torch.arange(n)[:, None] - torch.arange(n)
    return (-torch.tensor(slopes)[:, None, None] * far).masked_fill(far < 0, -math.inf)
