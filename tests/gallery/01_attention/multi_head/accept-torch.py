# accept: nn.MultiheadAttention with copied weights
def multi_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads):
    width = x_kv.shape[-1]
    layer = nn.MultiheadAttention(
        w_q.shape[0], num_heads, bias=False, kdim=width, vdim=width, batch_first=True, dtype=x_q.dtype
    )
    if layer.in_proj_weight is None:
        layer.q_proj_weight.data, layer.k_proj_weight.data, layer.v_proj_weight.data = w_q, w_k, w_v
    else:
        layer.in_proj_weight.data = torch.cat([w_q, w_k, w_v])
    layer.out_proj.weight.data = w_o
    return layer(x_q, x_kv, x_kv, need_weights=False)[0]
