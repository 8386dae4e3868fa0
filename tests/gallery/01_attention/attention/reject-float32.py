# reject: returns float32 where it was given float64
# message: part-dtype
def attention(q, k, v):
    q, k, v = q.float(), k.float(), v.float()
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(-1)
    out = weights @ v
    return out, weights
