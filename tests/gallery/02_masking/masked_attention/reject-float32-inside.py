# reject: computes in float32 and hides it
# message: attention-precision
def masked_attention(q, k, v, keep):
    dtype = q.dtype
    q, k, v = q.float(), k.float(), v.float()
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.masked_fill(~keep, -math.inf).softmax(-1)
    return (weights @ v).to(dtype), weights.to(dtype)
