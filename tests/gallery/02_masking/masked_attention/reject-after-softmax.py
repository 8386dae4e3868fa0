# reject: masks after the softmax
# message: attention-after-softmax
def masked_attention(q, k, v, keep):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(-1) * keep
    return weights @ v, weights
