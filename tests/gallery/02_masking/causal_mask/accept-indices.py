# accept: writes at the indices of the upper triangle
def causal_mask(n):
    mask = torch.zeros(n, n)
    rows, columns = torch.triu_indices(n, n, offset=1)
    mask[rows, columns] = -math.inf
    return mask
