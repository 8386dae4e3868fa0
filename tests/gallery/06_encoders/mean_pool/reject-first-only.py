# reject: batch of one
# message: check-shape
def mean_pool(hidden, mask):
    n = int(mask[0].sum())
    return hidden[0, :n].mean(0, keepdim=True)
