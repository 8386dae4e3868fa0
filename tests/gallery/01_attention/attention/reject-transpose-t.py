# reject: k.T, which turns all dimensions
# message: attention-key-turned
def attention(q, k, v):
    scores = q @ k.T / math.sqrt(q.shape[-1])
    weights = scores.softmax(-1)
    out = weights @ v
    return out, weights
