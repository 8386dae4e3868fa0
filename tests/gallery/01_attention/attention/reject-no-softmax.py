# reject: no softmax
# message: attention-scores-plain
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores
    out = weights @ v
    return out, weights
