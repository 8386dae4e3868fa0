# accept: exponentials by hand, shifted by the largest visible score
def masked_attention(q, k, v, keep):
    scores = (q / math.sqrt(q.shape[-1])) @ k.transpose(-2, -1)
    keep = keep.expand_as(scores)
    scores = scores.masked_fill(~keep, -math.inf)
    powers = (scores - scores.amax(-1, keepdim=True)).exp()
    weights = powers / powers.sum(-1, keepdim=True)
    return weights @ v, weights
