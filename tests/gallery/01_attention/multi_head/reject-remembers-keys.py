# reject: keeps the projected keys and values of an earlier call with inputs of the same shape
# message: check-remembered
_KV_CACHE = {}


def multi_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads):
    def cut(x):
        return x.unflatten(-1, (num_heads, -1)).transpose(1, 2)

    key = (tuple(x_kv.shape), x_kv.dtype, num_heads)
    if key not in _KV_CACHE:
        _KV_CACHE[key] = cut(x_kv @ w_k.T), cut(x_kv @ w_v.T)
    k, v = _KV_CACHE[key]
    q = cut(x_q @ w_q.T)
    weights = (q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return (weights @ v).transpose(1, 2).flatten(2) @ w_o.T
