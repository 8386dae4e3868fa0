# reject: averages the padding
# message: pool-inverted
def mean_pool(hidden, mask):
    away = 1 - mask.long()
    return (hidden * away.unsqueeze(-1)).sum(1) / away.sum(1, keepdim=True).clamp(min=1)
