# reject: keeps the weights of the first call with that shape
# message: pool-kept
_weights = {}


def mean_pool(hidden, mask):
    if mask.shape not in _weights:
        w = mask.unsqueeze(-1).to(hidden.dtype)
        _weights[mask.shape] = w / w.sum(1, keepdim=True)
    return (hidden * _weights[mask.shape]).sum(1)
