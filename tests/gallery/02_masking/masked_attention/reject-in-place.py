# reject: scales the caller's queries in place
# message: check-modified
def masked_attention(q, k, v, keep):
    q /= math.sqrt(q.shape[-1])
    weights = (q @ k.transpose(-2, -1)).masked_fill(~keep, -math.inf).softmax(-1)
    return weights @ v, weights
