# reject: keeps the projected keys and values of a source that it has met, whatever the weights are now
# message: check-remembered
_KEPT = {}

def multi_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads):
    key = str(x_kv.tolist())
    if key not in _KEPT:
        _KEPT[key] = x_kv @ w_k.T, x_kv @ w_v.T
    cut = lambda x: x.unflatten(-1, (num_heads, -1)).transpose(1, 2)
    q, k, v = cut(x_q @ w_q.T), *map(cut, _KEPT[key])
    a = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(-1)
    return (a @ v).transpose(1, 2).flatten(2) @ w_o.T
