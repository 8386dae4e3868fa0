# reject: keeps the weights of the first call with these sizes
# message: check-remembered
_KEPT = {}

def multi_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads):
    key = (w_k.shape, w_q.shape, num_heads, w_q.dtype)
    w_q, w_k, w_v, w_o = _KEPT.setdefault(key, [w.clone() for w in (w_q, w_k, w_v, w_o)])
    cut = lambda x: x.unflatten(-1, (num_heads, -1)).transpose(1, 2)
    q, k, v = cut(x_q @ w_q.T), cut(x_kv @ w_k.T), cut(x_kv @ w_v.T)
    a = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(-1)
    return (a @ v).transpose(1, 2).flatten(2) @ w_o.T
