# reject: hides with -30: the weight is small, not 0
# message: attention-not-zero
def masked_attention(q, k, v, keep):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.masked_fill(~keep, -30.0).softmax(-1)
    return weights @ v, weights
