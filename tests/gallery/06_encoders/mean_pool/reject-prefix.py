# reject: takes the first tokens, although padding may stand on the left
# message: pool-prefix
def mean_pool(hidden, mask):
    return torch.stack([h[: int(m.sum())].mean(0) for h, m in zip(hidden, mask)])
