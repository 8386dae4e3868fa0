# reject: 1 - mask fails for booleans
# message: check-raised-at
def mean_pool(hidden, mask):
    return (hidden * (1 - (1 - mask)).unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True)
