# reject: the values of the first text for all
# message: attention-out-first-text
def attention(q, k, v):
    w = (q @ k.mT / q.shape[-1] ** .5).softmax(-1)
    return w @ (v[:1] if v.dim() > 2 else v), w
