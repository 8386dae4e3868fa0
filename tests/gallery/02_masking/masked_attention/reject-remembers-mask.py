# reject: keeps the mask of an earlier call with inputs of the same shape
# message: check-remembered
_KEPT = {}
def masked_attention(q, k, v, keep):
    keep = _KEPT.setdefault((keep.shape, q.shape, q.dtype), keep.clone())
    w = (q @ k.mT / math.sqrt(q.shape[-1])).masked_fill(~keep, -math.inf).softmax(-1)
    return w @ v, w
