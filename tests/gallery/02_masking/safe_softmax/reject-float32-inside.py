# reject: computes in float32 and hides it
# message: attention-precision
def safe_softmax(scores, keep):
    weights = scores.float().masked_fill(~keep, -1e9).softmax(-1) * keep
    return weights.to(scores.dtype)
