# reject: divides by the root of the number of keys
# message: attention-scale-length
def masked_attention(q, k, v, keep):
    scores = q @ k.transpose(-2, -1) / math.sqrt(k.shape[-2])
    weights = scores.masked_fill(~keep, -math.inf).softmax(-1)
    return weights @ v, weights
