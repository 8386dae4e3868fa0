# reject: always two heads
# message: heads-two
def multi_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads):
    def heads(x):
        B, n, width = x.shape
        return x.unflatten(-1, (2 if width % 2 == 0 else 1, -1)).transpose(1, 2)

    q, k, v = heads(x_q @ w_q.T), heads(x_kv @ w_k.T), heads(x_kv @ w_v.T)
    weights = (q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])).softmax(-1)
    out = weights @ v
    out = out.transpose(1, 2).flatten(2)
    return out @ w_o.T
