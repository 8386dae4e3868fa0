# reject: divides by 8, as for d_k = 64
# message: attention-scale-fixed
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / 8
    weights = scores.softmax(-1)
    out = weights @ v
    return out, weights
