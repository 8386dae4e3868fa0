# reject: fails for a single token
# message: check-raised-at
def causal_mask(n):
    rows, columns = zip(*[(i, j) for i in range(n) for j in range(i + 1, n)])
    mask = torch.zeros(n, n)
    mask[list(rows), list(columns)] = -math.inf
    return mask
