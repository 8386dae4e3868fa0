# reject: keeps additive masks between calls, found again by the shapes, the sum of q and the number of visible pairs
# message: check-remembered
_made = {}


def masked_attention(q, k, v, keep):
    key = (q.shape, tuple(keep.shape), round(q.sum().item(), 3), int(keep.sum()), q.dtype)
    if key not in _made:
        _made[key] = torch.zeros(keep.shape, dtype=q.dtype).masked_fill(~keep, -math.inf)
    weights = (q @ k.mT / math.sqrt(q.shape[-1]) + _made[key]).softmax(-1)
    return weights @ v, weights
