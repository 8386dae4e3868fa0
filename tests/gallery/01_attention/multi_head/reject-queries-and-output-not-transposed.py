# reject: w_q and w_o not transposed
# message: heads-some-transposed
def multi_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads):
    def heads(x):
        B, n, width = x.shape
        return x.view(B, n, num_heads, width // num_heads).transpose(1, 2)
    q, k, v = heads(x_q @ w_q), heads(x_kv @ w_k.T), heads(x_kv @ w_v.T)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    out = scores.softmax(dim=-1) @ v
    return out.transpose(1, 2).flatten(2) @ w_o
