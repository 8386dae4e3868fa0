# reject: one more in the divisor, against a division by zero
# message: pool-plus-one
def mean_pool(hidden, mask):
    w = mask.unsqueeze(-1).to(hidden.dtype)
    return (hidden * w).sum(1) / (w.sum(1) + 1)
