# reject: multiplies by the root
# message: attention-scale-up
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) * math.sqrt(q.shape[-1])
    weights = scores.softmax(-1)
    out = weights @ v
    return out, weights
