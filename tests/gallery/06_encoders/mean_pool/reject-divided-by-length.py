# reject: divides by n
# message: pool-divided-by-length
def mean_pool(hidden, mask):
    return (hidden * mask.unsqueeze(-1)).sum(1) / hidden.shape[1]
