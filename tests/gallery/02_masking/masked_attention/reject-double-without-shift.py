# reject: exponentials in double precision, without a shift: e⁹⁰⁰ is ∞ there as well
# message: attention-nan-far
def masked_attention(q, k, v, keep):
    s = (q @ k.mT / math.sqrt(q.shape[-1])).double()
    e = s.masked_fill(~keep, -math.inf).exp()
    w = (e / e.sum(-1, keepdim=True)).to(q.dtype)
    return w @ v, w
