# reject: keeps the keys and values of an earlier call with inputs of the same shape
# message: check-remembered
_KEPT = {}

def attention(q, k, v):
    k, v = _KEPT.setdefault((k.shape, v.shape, q.shape, k.dtype), (k.clone(), v.clone()))
    w = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(-1)
    return w @ v, w
