# accept: a list of two, and a scale from the keys
def attention(q, k, v):
    scores = q @ k.transpose(-1, -2) / k.shape[-1] ** 0.5
    weights = F.softmax(scores, dim=scores.dim() - 1)
    out = weights @ v
    return [out, weights]
