# reject: transposes dimensions 1 and 2, which is right with at most one dimension in front
# message: attention-key-turned
def attention(q, k, v):
    scores = q @ k.transpose(1, 2) / math.sqrt(q.shape[-1]) if q.dim() > 2 else q @ k.T / math.sqrt(q.shape[-1])
    weights = scores.softmax(-1)
    out = weights @ v
    return out, weights
