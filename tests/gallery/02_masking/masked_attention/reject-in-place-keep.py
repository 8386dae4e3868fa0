# reject: inverts the caller's mask in place
# message: check-modified
def masked_attention(q, k, v, keep):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.masked_fill(keep.logical_not_(), -math.inf).softmax(-1)
    return weights @ v, weights
