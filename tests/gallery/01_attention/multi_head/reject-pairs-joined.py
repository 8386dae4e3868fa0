# reject: a loop over the heads that joins the pairs of `attention`, not their outputs
# message: heads-pair-kept
def attention(q, k, v):
    weights = (q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return weights @ v, weights


def multi_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads):
    parts = [x.chunk(num_heads, dim=-1) for x in (x_q @ w_q.T, x_kv @ w_k.T, x_kv @ w_v.T)]
    return torch.cat([attention(q, k, v) for q, k, v in zip(*parts)], dim=-1) @ w_o.T
