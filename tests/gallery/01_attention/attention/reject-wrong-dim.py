# reject: softmax over the queries
# message: attention-wrong-dim
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(-2)
    out = weights @ v
    return out, weights
