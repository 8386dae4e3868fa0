# reject: uses the mask of the last query for all
# message: attention-last-row-mask
def masked_attention(q, k, v, keep):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    w = s.masked_fill(~keep[..., -1:, :], -math.inf).softmax(-1)
    return w @ v, w
