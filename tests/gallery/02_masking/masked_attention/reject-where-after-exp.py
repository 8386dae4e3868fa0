# reject: chooses after the exponential: right, but the gradient is 0 · ∞ = NaN
# message: attention-gradient-nan
def masked_attention(q, k, v, keep):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    top = scores.detach().masked_fill(~keep, -math.inf).amax(dim=-1, keepdim=True)
    e = torch.where(keep, torch.exp(scores - top), torch.zeros_like(scores))
    weights = e / e.sum(dim=-1, keepdim=True)
    return weights @ v, weights
