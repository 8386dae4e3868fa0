# reject: divides [b, d] by [b]
# message: pool-count-shape
def mean_pool(hidden, mask):
    return (hidden * mask.unsqueeze(-1)).sum(1) / mask.sum(1)
