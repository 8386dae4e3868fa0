# reject: averages the weights of the heads
# message: heads-mean
def multi_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads):
    def heads(x):
        return x.unflatten(-1, (num_heads, -1)).transpose(1, 2)

    q, k, v = heads(x_q @ w_q.T), heads(x_kv @ w_k.T), x_kv @ w_v.T
    weights = (q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])).softmax(-1).mean(1)
    return weights @ v @ w_o.T
