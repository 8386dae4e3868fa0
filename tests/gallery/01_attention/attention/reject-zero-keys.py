# reject: takes keys that are all zeros for padding
# message: attention-zeros
def attention(q, k, v):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    pad = (k == 0).all(-1)[..., None, :]
    w = s.masked_fill(pad, -1e9).softmax(-1)
    return w @ v, w
