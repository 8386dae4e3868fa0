# reject: weights times keep, divided by their sum in double precision
# message: attention-nan-far
def masked_attention(q, k, v, keep):
    w = (q @ k.mT / math.sqrt(q.shape[-1])).double().softmax(-1) * keep
    w = (w / w.sum(-1, keepdim=True)).to(q.dtype)
    return w @ v, w
