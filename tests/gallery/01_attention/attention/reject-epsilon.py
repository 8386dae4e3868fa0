# reject: an epsilon below the line
# message: attention-near
def attention(q, k, v):
    s = (q @ k.mT / q.shape[-1] ** .5).exp()
    w = s / (s.sum(-1, keepdim=True) + 1e-3)
    return w @ v, w
