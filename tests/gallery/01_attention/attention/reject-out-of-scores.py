# reject: the output from the scores
# message: attention-out-scores
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(-1)
    out = scores @ v
    return out, weights
