# reject: rounds the weights to three digits
# message: attention-rounded
def masked_attention(q, k, v, keep):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    w = s.masked_fill(~keep, -math.inf).softmax(-1)
    w = (w * 1000).round() / 1000
    return w @ v, w
