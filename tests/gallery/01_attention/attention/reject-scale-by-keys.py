# reject: divides by the root of S
# message: attention-scale-length
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / k.shape[-2] ** 0.5
    weights = scores.softmax(-1)
    out = weights @ v
    return out, weights
