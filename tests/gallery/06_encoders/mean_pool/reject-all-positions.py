# reject: the mean over all positions
# message: pool-all
def mean_pool(hidden, mask):
    return hidden.mean(1)
