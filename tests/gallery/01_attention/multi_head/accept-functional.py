# accept: F.linear, reshape and contiguous
def multi_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads):
    def heads(x):
        B, n, width = x.shape
        return x.reshape(B, n, num_heads, -1).permute(0, 2, 1, 3).contiguous()

    q, k, v = heads(F.linear(x_q, w_q)), heads(F.linear(x_kv, w_k)), heads(F.linear(x_kv, w_v))
    weights = (q @ k.transpose(-2, -1) / math.sqrt(w_q.shape[0] / num_heads)).softmax(-1)
    out = weights @ v
    out = out.transpose(1, 2).contiguous().view(x_q.shape[0], -1, w_q.shape[0])
    return F.linear(out, w_o)
