# reject: takes the exponential of hidden scores as well: right, but the gradient is 0 · ∞ = NaN
# message: attention-gradient-nan
def masked_attention(q, k, v, keep):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    lse = s.masked_fill(~keep, -math.inf).logsumexp(-1, keepdim=True)
    w = torch.where(keep, (s - lse).exp(), 0.0)
    return w @ v, w
