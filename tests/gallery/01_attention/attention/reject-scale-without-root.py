# reject: divides by d_k
# message: attention-scaled-twice
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1]
    weights = scores.softmax(-1)
    out = weights @ v
    return out, weights
