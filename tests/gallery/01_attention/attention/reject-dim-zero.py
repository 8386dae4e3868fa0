# reject: softmax over dimension 0
# message: attention-wrong-dim
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(0)
    out = weights @ v
    return out, weights
