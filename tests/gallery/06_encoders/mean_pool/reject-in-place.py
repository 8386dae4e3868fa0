# reject: multiplies hidden in place
# message: check-raised-at
def mean_pool(hidden, mask):
    hidden *= mask.unsqueeze(-1)
    return hidden.sum(1) / mask.sum(1, keepdim=True)
