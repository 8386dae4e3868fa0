# reject: scores times keep, then zeros are hidden
# message: keep-zeros
def masked_attention(q, k, v, keep):
    s = (q @ k.mT / math.sqrt(q.shape[-1])) * keep
    w = s.masked_fill(s == 0, -math.inf).softmax(-1)
    return w @ v, w
