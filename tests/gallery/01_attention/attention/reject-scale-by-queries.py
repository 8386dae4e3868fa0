# reject: divides by the root of T
# message: attention-scale-queries
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-2] ** 0.5
    weights = scores.softmax(-1)
    out = weights @ v
    return out, weights
