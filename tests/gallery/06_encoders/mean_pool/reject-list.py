# reject: a list of vectors
# message: check-type
def mean_pool(hidden, mask):
    return [h[m.bool()].mean(0) for h, m in zip(hidden, mask)]
