# reject: normalises queries and keys
# message: attention-cosine
def attention(q, k, v):
    scores = F.normalize(q, dim=-1) @ F.normalize(k, dim=-1).transpose(-2, -1)
    weights = scores.softmax(-1)
    out = weights @ v
    return out, weights
