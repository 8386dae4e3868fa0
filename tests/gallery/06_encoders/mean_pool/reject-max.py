# reject: max pooling
# message: pool-max
def mean_pool(hidden, mask):
    return hidden.masked_fill(mask.unsqueeze(-1) == 0, -math.inf).amax(1)
