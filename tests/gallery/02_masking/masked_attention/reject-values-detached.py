# reject: no gradient reaches v
# message: attention-no-gradient
def masked_attention(q, k, v, keep):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    w = s.masked_fill(~keep, -math.inf).softmax(-1)
    return w @ v.detach(), w
