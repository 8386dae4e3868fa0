# reject: gives keep a dimension for heads, wanted or not
# message: part-shape
def masked_attention(q, k, v, keep):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.masked_fill(~keep[:, None], -math.inf).softmax(-1)
    return weights @ v, weights
