# reject: takes rows of x_kv that are all zeros for padding
# message: attention-zeros
def multi_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads):
    cut = lambda x: x.unflatten(-1, (num_heads, -1)).transpose(1, 2)
    q, k, v = cut(x_q @ w_q.T), cut(x_kv @ w_k.T), cut(x_kv @ w_v.T)
    s = q @ k.mT / math.sqrt(q.shape[-1])
    s = s.masked_fill((x_kv == 0).all(-1)[:, None, None], -1e9)
    return (s.softmax(-1) @ v).transpose(1, 2).flatten(2) @ w_o.T
