# reject: a row for each key
# message: attention-transposed
def attention(q, k, v):
    scores = k @ q.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(-2)
    out = weights.transpose(-2, -1) @ v
    return out, weights
