# reject: softmax first, then mask and renormalise: 0 / 0 where a hidden score is far above
# message: attention-nan-far
def masked_attention(q, k, v, keep):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
    weights = scores.softmax(-1) * keep
    weights = weights / weights.sum(-1, keepdim=True)
    return weights @ v, weights
