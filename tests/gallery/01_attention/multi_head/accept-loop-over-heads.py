# accept: one head after the other
def multi_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads):
    size, outs = w_q.shape[0] // num_heads, []
    for h in range(num_heads):
        part = slice(h * size, (h + 1) * size)
        q, k, v = x_q @ w_q[part].T, x_kv @ w_k[part].T, x_kv @ w_v[part].T
        outs.append((q @ k.mT / size**0.5).softmax(-1) @ v)
    return torch.cat(outs, dim=-1) @ w_o.T
