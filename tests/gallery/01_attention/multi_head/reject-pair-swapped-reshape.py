# reject: takes the weights of `attention` for its output, and forces them into the shape
# message: heads-out-first
def attention(q, k, v):
    weights = (q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return weights @ v, weights


def multi_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads):
    def cut(x):
        return x.unflatten(-1, (num_heads, -1)).transpose(1, 2)

    _, out = attention(cut(x_q @ w_q.T), cut(x_kv @ w_k.T), cut(x_kv @ w_v.T))
    return out.transpose(1, 2).reshape(x_q.shape) @ w_o.T
