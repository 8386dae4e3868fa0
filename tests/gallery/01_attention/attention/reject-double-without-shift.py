# reject: exponentials in double precision, without a shift: e⁹⁰⁰ is ∞ there as well
# message: attention-overflow
def attention(q, k, v):
    e = (q.double() @ k.double().mT / math.sqrt(q.shape[-1])).exp()
    w = (e / e.sum(-1, keepdim=True)).to(q.dtype)
    return w @ v, w
