# reject: cuts the scores off at 400
# message: attention-clamped
def masked_attention(q, k, v, keep):
    s = (q @ k.mT / math.sqrt(q.shape[-1])).clamp(-400, 400)
    w = s.masked_fill(~keep, -math.inf).softmax(-1)
    return w @ v, w
