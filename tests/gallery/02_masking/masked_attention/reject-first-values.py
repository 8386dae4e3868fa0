# reject: the values of the first text for all
# message: attention-out
def masked_attention(q, k, v, keep):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    w = s.masked_fill(~keep, -math.inf).softmax(-1)
    return w @ (v[:1] if v.dim() > 2 else v), w
