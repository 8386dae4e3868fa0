# reject: scales q in place
# message: check-modified
def attention(q, k, v):
    scores = q.div_(math.sqrt(q.shape[-1])) @ k.transpose(-2, -1)
    weights = scores.softmax(-1)
    out = weights @ v
    return out, weights
