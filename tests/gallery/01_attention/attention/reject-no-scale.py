# reject: does not divide the scores by √d_k
# message: attention-no-scale
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1)
    weights = scores.softmax(-1)
    out = weights @ v
    return out, weights
