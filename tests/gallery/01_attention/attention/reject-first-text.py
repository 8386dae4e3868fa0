# reject: the keys of the first text for all
# message: attention-first-keys
def attention(q, k, v):
    scores = q @ (k[:1] if k.dim() > 2 else k).transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(-1)
    out = weights @ v
    return out, weights
