# reject: returns weights, output
# message: attention-swapped
def masked_attention(q, k, v, keep):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.masked_fill(~keep, -math.inf).softmax(-1)
    return weights, weights @ v
