# reject: takes a real token whose vector is 0 for padding
# message: pool-zero-vectors
def mean_pool(hidden, mask):
    kept = hidden * mask.unsqueeze(-1)
    count = (kept != 0).any(-1).sum(1, keepdim=True).clamp(min=1)
    return kept.sum(1) / count
