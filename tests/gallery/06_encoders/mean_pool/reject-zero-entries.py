# reject: counts only entries that are not 0
# message: pool-zero-entries
def mean_pool(hidden, mask):
    x = hidden * mask.unsqueeze(-1).to(hidden.dtype)
    return x.sum(1) / (x != 0).sum(1).clamp(min=1)
