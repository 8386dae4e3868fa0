# reject: uses the first text's mask for all
# message: pool-first-text
def mean_pool(hidden, mask):
    m = mask[:1].unsqueeze(-1)
    return (hidden * m).sum(1) / m.sum(1)
