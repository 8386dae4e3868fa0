# reject: masks and then takes the ordinary mean
# message: pool-divided-by-length
def mean_pool(hidden, mask):
    return (hidden * mask.unsqueeze(-1)).mean(1)
