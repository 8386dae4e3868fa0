# reject: k.transpose(1, 2): three dimensions only
# message: check-raised-at
def masked_attention(q, k, v, keep):
    scores = q @ k.transpose(1, 2) / math.sqrt(q.shape[-1])
    weights = scores.masked_fill(~keep, -math.inf).softmax(-1)
    return weights @ v, weights
