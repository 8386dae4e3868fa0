# reject: softmax, mask, renormalise with a large epsilon
# message: attention-row-sums
def masked_attention(q, k, v, keep):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(-1) * keep
    weights = weights / (weights.sum(-1, keepdim=True) + 1e-3)
    return weights @ v, weights
