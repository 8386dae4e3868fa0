# reject: divides by the tokens of the batch
# message: pool-batch-count
def mean_pool(hidden, mask):
    return (hidden * mask.unsqueeze(-1)).sum(1) / mask.sum()
