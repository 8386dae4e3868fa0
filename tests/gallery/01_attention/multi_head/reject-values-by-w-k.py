# reject: the values are made with w_k
# message: heads-mixed-up
def multi_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads):
    def heads(x):
        return x.unflatten(-1, (num_heads, -1)).transpose(1, 2)

    q, k, v = heads(x_q @ w_q.T), heads(x_kv @ w_k.T), heads(x_kv @ w_k.T)
    out = F.scaled_dot_product_attention(q, k, v)
    return out.transpose(1, 2).flatten(2) @ w_o.T
