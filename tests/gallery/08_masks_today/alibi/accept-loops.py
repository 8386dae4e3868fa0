# accept: three loops
def alibi(n_heads, n):
    bias = torch.full((n_heads, n, n), -math.inf)
    for h in range(n_heads):
        slope = 2 ** (-8 * (h + 1) / n_heads)
        for i in range(n):
            for j in range(i + 1):
                bias[h, i, j] = -slope * (i - j)
    return bias
