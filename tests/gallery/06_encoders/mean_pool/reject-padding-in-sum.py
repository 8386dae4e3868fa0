# reject: divides rightly, but sums over padding
# message: pool-sum-all
def mean_pool(hidden, mask):
    return hidden.sum(1) / mask.sum(1, keepdim=True)
