# reject: divides by the longest text's length
# message: pool-divided-by-length
def mean_pool(hidden, mask):
    return (hidden * mask.unsqueeze(-1)).sum(1) / mask.sum(1).max()
