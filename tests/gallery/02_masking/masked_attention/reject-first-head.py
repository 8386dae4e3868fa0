# reject: uses the mask of the first head for all
# message: attention-first-head-mask
def masked_attention(q, k, v, keep):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    keep = keep.expand_as(s)
    if s.dim() == 4:
        keep = keep[:, :1]
    w = s.masked_fill(~keep, -math.inf).softmax(-1)
    return w @ v, w
