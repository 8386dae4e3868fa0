# reject: the weights that are returned have no gradient
# message: attention-no-gradient-from
def masked_attention(q, k, v, keep):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    w = s.masked_fill(~keep, -math.inf).softmax(-1)
    return w @ v, w.detach()
