# reject: k.T: two dimensions only
# message: check-raised-at
def masked_attention(q, k, v, keep):
    scores = q @ k.T / math.sqrt(q.shape[-1])
    weights = scores.masked_fill(~keep, -math.inf).softmax(-1)
    return weights @ v, weights
