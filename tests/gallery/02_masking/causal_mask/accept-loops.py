# accept: two loops
def causal_mask(n):
    mask = torch.zeros(n, n)
    for i in range(n):
        for j in range(n):
            if j > i:
                mask[i, j] = -math.inf
    return mask
