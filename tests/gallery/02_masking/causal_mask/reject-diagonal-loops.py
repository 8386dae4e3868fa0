# reject: loops with i > j for i >= j
# message: mask-diagonal
def causal_mask(n):
    mask = torch.zeros(n, n)
    for i in range(n):
        for j in range(n):
            if not i > j:
                mask[i, j] = -math.inf
    return mask
