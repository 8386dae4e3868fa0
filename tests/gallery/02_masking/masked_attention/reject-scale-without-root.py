# reject: divides by d_k
# message: attention-scaled-twice
def masked_attention(q, k, v, keep):
    scores = q @ k.transpose(-2, -1) / q.shape[-1]
    weights = scores.masked_fill(~keep, -math.inf).softmax(-1)
    return weights @ v, weights
