# reject: hides with -100: not exactly 0 in double precision
# message: attention-not-zero
def masked_attention(q, k, v, keep):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.masked_fill(~keep, -100.0).softmax(-1)
    return weights @ v, weights
