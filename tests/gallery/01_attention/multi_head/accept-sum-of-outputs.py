# accept: each head with its columns of w_o, added up
def multi_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads):
    parts = zip(*(w.chunk(num_heads, dim=0) for w in (w_q, w_k, w_v)), w_o.chunk(num_heads, dim=1))
    return sum(
        F.scaled_dot_product_attention(x_q @ a.T, x_kv @ b.T, x_kv @ c.T) @ d.T for a, b, c, d in parts
    )
