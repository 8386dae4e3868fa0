# reject: the loop ends one column early
# message: mask-wrong
def causal_mask(n):
    mask = torch.zeros(n, n)
    for i in range(n):
        for j in range(i + 1, n - 1):
            mask[i, j] = -math.inf
    return mask
