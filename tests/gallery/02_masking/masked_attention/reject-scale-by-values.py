# reject: divides by the root of d_v
# message: attention-wrong-scale
def masked_attention(q, k, v, keep):
    scores = q @ k.transpose(-2, -1) / math.sqrt(v.shape[-1])
    weights = scores.masked_fill(~keep, -math.inf).softmax(-1)
    return weights @ v, weights
