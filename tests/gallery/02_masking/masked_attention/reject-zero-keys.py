# reject: takes keys that are all zeros for padding
# message: keep-zeros
def masked_attention(q, k, v, keep):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    real = ~(k == 0).all(-1)[..., None, :]
    w = s.masked_fill(~(keep & real), -math.inf).softmax(-1)
    return w @ v, w
