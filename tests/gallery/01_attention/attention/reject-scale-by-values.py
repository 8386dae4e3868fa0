# reject: divides by the root of d_v
# message: attention-wrong-scale
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / v.shape[-1] ** 0.5
    weights = scores.softmax(-1)
    out = weights @ v
    return out, weights
