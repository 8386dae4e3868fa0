# reject: adds up the keys
# message: part-shape
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(-1)
    out = weights @ k
    return out, weights
