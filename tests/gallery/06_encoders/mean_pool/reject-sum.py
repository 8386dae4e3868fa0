# reject: forgets to divide
# message: pool-sum
def mean_pool(hidden, mask):
    return (hidden * mask.unsqueeze(-1)).sum(1)
