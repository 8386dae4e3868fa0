# reject: rounds to float32 on the way
# message: attention-precision
def attention(q, k, v):
    scores = (q.float() @ k.float().transpose(-2, -1) / math.sqrt(q.shape[-1])).to(q.dtype)
    weights = scores.softmax(-1)
    out = weights @ v
    return out, weights
