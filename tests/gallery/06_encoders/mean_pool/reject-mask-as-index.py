# reject: a mask of numbers as an index picks positions 0 and 1
# message: pool-index
def mean_pool(hidden, mask):
    return torch.stack([h[m].mean(0) for h, m in zip(hidden, mask)])
