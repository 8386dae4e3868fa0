# reject: takes one off the count
# message: pool-minus-one
def mean_pool(hidden, mask):
    return (hidden * mask.unsqueeze(-1)).sum(1) / (mask.sum(1, keepdim=True) - 1)
