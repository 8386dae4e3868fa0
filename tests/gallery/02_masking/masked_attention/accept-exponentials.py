# accept: exponentials by hand, shifted by the largest visible score
def masked_attention(q, k, v, keep):
    scores = (q / math.sqrt(q.shape[-1])) @ k.transpose(-2, -1)
    keep = keep.expand_as(scores)
    top = scores.masked_fill(~keep, -math.inf).amax(-1, keepdim=True)
    powers = torch.where(keep, (scores - top).exp(), 0.0)
    weights = powers / powers.sum(-1, keepdim=True)
    return weights @ v, weights
