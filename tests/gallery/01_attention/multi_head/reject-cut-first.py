# reject: cuts the tokens into heads, and gives each head its block of the weights
# message: heads-cut-first
def multi_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads):
    def heads(x, w):
        parts = zip(x.chunk(num_heads, dim=-1), w.chunk(num_heads), range(num_heads))
        return torch.stack([part @ rows.chunk(num_heads, dim=1)[m].T for part, rows, m in parts], dim=1)

    q, k, v = heads(x_q, w_q), heads(x_kv, w_k), heads(x_kv, w_v)
    out = F.scaled_dot_product_attention(q, k, v)
    return out.transpose(1, 2).flatten(2) @ w_o.T
