# reject: squeezes the batch
# message: check-raised-at
def multi_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads):
    def heads(x):
        return x.squeeze(0).unflatten(-1, (num_heads, -1)).transpose(0, 1)

    q, k, v = heads(x_q @ w_q.T), heads(x_kv @ w_k.T), heads(x_kv @ w_v.T)
    out = (q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])).softmax(-1) @ v
    return out.transpose(0, 1).flatten(1)[None] @ w_o.T
