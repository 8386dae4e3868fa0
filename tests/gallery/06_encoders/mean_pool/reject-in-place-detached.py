# reject: sets the padding to 0 in the caller's tensor
# message: check-modified
def mean_pool(hidden, mask):
    hidden.data[mask == 0] = 0
    return hidden.sum(1) / mask.sum(1, keepdim=True)
