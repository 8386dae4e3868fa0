# accept: heads folded into the batch, bmm
def multi_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads):
    def fold(x):
        return torch.cat(x.chunk(num_heads, dim=-1), dim=0)

    q, k, v = fold(x_q @ w_q.T), fold(x_kv @ w_k.T), fold(x_kv @ w_v.T)
    out = torch.bmm(torch.softmax(torch.bmm(q, k.transpose(1, 2)) / math.sqrt(q.shape[-1]), 2), v)
    return torch.cat(out.chunk(num_heads, dim=0), dim=-1) @ w_o.T
