# reject: divides by the root of q.shape[1]: d_k only without a batch
# message: attention-scale-queries
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[1] ** 0.5
    weights = scores.softmax(-1)
    out = weights @ v
    return out, weights
