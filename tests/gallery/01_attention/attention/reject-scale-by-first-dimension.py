# reject: divides by the root of the first dimension
# message: attention-scale-queries
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / len(q) ** 0.5
    weights = scores.softmax(-1)
    out = weights @ v
    return out, weights
