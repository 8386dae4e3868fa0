# reject: a key that one query may see is seen by all
# message: attention-any-row-mask
def masked_attention(q, k, v, keep):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    w = s.masked_fill(~keep.any(-2, keepdim=True), -math.inf).softmax(-1)
    return w @ v, w
