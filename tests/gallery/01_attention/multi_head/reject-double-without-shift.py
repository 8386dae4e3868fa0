# reject: exponentials in double precision, without a shift: e⁹⁰⁰ is ∞ there as well
# message: heads-overflow
def multi_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads):
    cut = lambda x: x.unflatten(-1, (num_heads, -1)).transpose(1, 2)
    q, k, v = cut(x_q @ w_q.T), cut(x_kv @ w_k.T), cut(x_kv @ w_v.T)
    e = (q @ k.mT / math.sqrt(q.shape[-1])).double().exp()
    a = (e / e.sum(-1, keepdim=True)).to(x_q.dtype)
    return (a @ v).transpose(1, 2).flatten(2) @ w_o.T
