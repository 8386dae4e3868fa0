# reject: uses the mask of the first text for all
# message: attention-first-text-mask
def masked_attention(q, k, v, keep):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    while keep.dim() > 2:
        keep = keep[0]
    weights = scores.masked_fill(~keep, -math.inf).softmax(-1)
    return weights @ v, weights
