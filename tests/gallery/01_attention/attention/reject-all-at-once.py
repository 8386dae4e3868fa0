# reject: one softmax over all pairs, so the rows do not sum to 1
# message: attention-row-sums
def attention(q, k, v):
    s = q @ k.mT / q.shape[-1] ** .5
    w = s.flatten(-2).softmax(-1).view_as(s)
    return w @ v, w
