# reject: needs as many keys as queries
# message: check-raised-at
def masked_attention(q, k, v, keep):
    n = q.shape[-2]
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    additive = torch.zeros(*keep.shape[:-2], n, n).masked_fill(~keep, -math.inf)
    weights = (scores + additive).softmax(-1)
    return weights @ v, weights
