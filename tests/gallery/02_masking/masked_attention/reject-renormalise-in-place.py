# reject: clears and renormalises in place: no way back
# message: gradient-in-place
def masked_attention(q, k, v, keep):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(-1)
    weights *= keep
    weights /= weights.sum(-1, keepdim=True)
    return weights @ v, weights
