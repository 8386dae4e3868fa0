# reject: exponentials without a shift: a hidden one overflows
# message: attention-nan-far
def masked_attention(q, k, v, keep):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    e = s.exp() * keep
    w = e / e.sum(-1, keepdim=True)
    return w @ v, w
