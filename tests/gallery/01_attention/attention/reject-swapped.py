# reject: weights first
# message: attention-swapped
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(-1)
    out = weights @ v
    return weights, out
