# reject: softmax over dimension 1: the keys only without a batch
# message: attention-wrong-dim
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(1)
    out = weights @ v
    return out, weights
