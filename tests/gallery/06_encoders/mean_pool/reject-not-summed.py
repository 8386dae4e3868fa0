# reject: masks, sums nothing
# message: pool-not-summed
def mean_pool(hidden, mask):
    return hidden * mask.unsqueeze(-1)
