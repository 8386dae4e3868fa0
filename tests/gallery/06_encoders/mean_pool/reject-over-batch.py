# reject: averages over the batch
# message: check-shape
def mean_pool(hidden, mask):
    return (hidden * mask.unsqueeze(-1)).sum(0) / mask.sum(0).clamp(min=1).unsqueeze(-1)
