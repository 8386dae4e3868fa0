# accept: one query at a time
def masked_attention(q, k, v, keep):
    front = q.shape[:-2]
    keep = keep.expand(*front, q.shape[-2], k.shape[-2])
    rows = []
    for t in range(q.shape[-2]):
        scores = (q[..., t : t + 1, :] * k).sum(-1) / math.sqrt(q.shape[-1])
        rows.append(scores.masked_fill(~keep[..., t, :], float("-inf")).softmax(-1))
    weights = torch.stack(rows, dim=-2)
    return (weights.unsqueeze(-1) * v.unsqueeze(-3)).sum(-2), weights
