# accept: loops over positions
def mean_pool(hidden, mask):
    total = torch.zeros_like(hidden[:, 0])
    for j in range(hidden.shape[1]):
        total = total + hidden[:, j] * mask[:, j : j + 1]
    return total / mask.sum(1, keepdim=True)
