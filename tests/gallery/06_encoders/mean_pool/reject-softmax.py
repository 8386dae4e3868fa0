# reject: the softmax of the mask leaves weight on padding
# message: pool-softmax
def mean_pool(hidden, mask):
    w = mask.to(hidden.dtype).softmax(dim=1)
    return (hidden * w.unsqueeze(-1)).sum(1)
