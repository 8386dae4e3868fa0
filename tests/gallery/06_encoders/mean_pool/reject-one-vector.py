# reject: one vector for the whole batch
# message: pool-over-batch
def mean_pool(hidden, mask):
    return hidden[mask.bool()].mean(0)
