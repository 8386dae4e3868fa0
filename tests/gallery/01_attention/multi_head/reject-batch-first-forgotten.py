# reject: nn.MultiheadAttention without batch_first
# message: heads-batch
def multi_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads):
    layer = nn.MultiheadAttention(w_q.shape[0], num_heads, bias=False, kdim=x_kv.shape[-1], vdim=x_kv.shape[-1])
    layer.in_proj_weight.data = torch.cat([w_q, w_k, w_v])
    layer.out_proj.weight.data = w_o
    return layer(x_q, x_kv, x_kv)[0].detach()
