# reject: divides by at least two
# message: pool-at-least-two
def mean_pool(hidden, mask):
    w = mask.unsqueeze(-1).to(hidden.dtype)
    return (hidden * w).sum(1) / w.sum(1).clamp(min=2)
