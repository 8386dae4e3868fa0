# reject: softmax over the batch where there is one
# message: attention-batch-dim
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(0 if scores.dim() == 4 else -1)
    out = weights @ v
    return out, weights
